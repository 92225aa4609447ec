package io.loopsentinel.engine.identity;

import io.loopsentinel.engine.text.Printable;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The canonical form of tool arguments of any Java type: JSON as in <a
 * href="https://www.rfc-editor.org/rfc/rfc8785">RFC 8785</a>.
 *
 * <ul>
 *   <li><b>No arguments</b>, {@code {}}: null, an empty {@code Optional}, an empty or blank text,
 *       JSON {@code null}.
 *   <li><b>Text</b> given as the arguments is parsed if it is JSON (RFC 8259, strictly). Otherwise
 *       it becomes a JSON string. Text inside the arguments is never parsed, nor is text in which a
 *       name has an unpaired surrogate. The last of duplicate members wins.
 *   <li><b>Integers</b> keep all their digits: numbers written without fraction or exponent, and
 *       values of an integral type or a {@code BigDecimal} of scale 0. This differs from the RFC
 *       beyond ±2^53. All other numbers become the nearest double in ECMAScript form, {@code
 *       Infinity} or {@code 0} beyond its range, and {@code NaN}. A float counts as the double with
 *       the same shortest decimal.
 *   <li><b>Strings</b> are normalised only as the rule's {@link Normalisation} says. An unpaired
 *       surrogate is escaped, as in <code>&#92;ud800</code>.
 *   <li><b>Maps, records and other objects</b> become objects of their keys, components or fields,
 *       sorted by name. Static, synthetic and transient fields do not count. No method of an
 *       unknown class is called.
 *   <li><b>Collections and arrays</b> become arrays; sets are sorted. A {@code char[]} is a string,
 *       a {@code ByteBuffer} an array of its remaining bytes.
 *   <li><b>Enums</b> count by name; {@code java.time}, UUID, URI, paths and the like by their text;
 *       an {@code Optional} or atomic reference by its content; JSON trees of any library by their
 *       JSON text.
 *   <li><b>The class name</b> precedes a nested object whose class has siblings (a supertype of the
 *       application), and any object that has no fields or fields that cannot be read. It stands
 *       alone for objects without a value: lambdas, threads, locks, loggers, streams.
 *   <li><b>Limits.</b> Containers deeper than 64 are <code>{…}</code> and {@code […]}. Everything
 *       else ends with {@code …} after 8,388,608 characters or 200,000 members and elements, and so
 *       does a {@code BigInteger} of more than 16,384 bits. Arguments beyond a limit are not
 *       {@linkplain CallIdentity#comparable comparable}. A text with more values, or with a number
 *       of more than 5,000 digits, is compared as text. A value that fails while it is read is
 *       replaced by the same placeholder or by its class name.
 * </ul>
 *
 * <p>Class names, placeholders and non-finite numbers are written without quotes. This is not JSON,
 * so no other argument has the same form. Thread-safe.
 */
public final class CanonicalJson {

  /** Shown instead of an object that is neither a map nor a single value. */
  public static final String OBJECT = "{…}";

  /** Maximum nesting of containers, the outermost included. */
  static final int MAX_DEPTH = 64;

  /** Maximum length of the canonical form. */
  static final int MAX_CHARACTERS = 8 << 20;

  /** Maximum number of members and elements in all containers together. */
  static final int MAX_VALUES = 200_000;

  /** Maximum digits of a number in JSON text, about as many as a {@code BigInteger} may have. */
  static final int MAX_DIGITS = 5_000;

  /** Maximum bits of a {@code BigInteger}, because writing its digits takes quadratic time. */
  static final int MAX_BITS = 1 << 14;

  private static final TypeShapes SHAPES = new TypeShapes(FieldAccess.toOpenPackages());

  private CanonicalJson() {}

  /**
   * Returns arguments as text for a message, without the members that a rule ignores, truncated
   * with "…".
   *
   * <p>Texts, JSON, single values, and maps, collections and arrays of them are shown, because a
   * model can have written them. Any other object, including a record, is replaced by {@link
   * #OBJECT} at any depth: its fields count for the fingerprint, but may hold passwords and keys.
   *
   * <p>A rule names members of an object. If it ignores any and the arguments are not an object,
   * nothing of them is shown: a text may contain the ignored values at unknown positions.
   *
   * <p>Never throws, even if the arguments do.
   *
   * @param maxChars the maximum length of the result, at least 1
   */
  public static String render(@Nullable Object arguments, IdentityRule rule, int maxChars) {
    return render(arguments, rule, SHAPES, maxChars);
  }

  static String render(
      @Nullable Object arguments, IdentityRule rule, TypeShapes shapes, int maxChars) {
    String text = CanonicalWriter.writeShown(arguments, rule, shapes).text();
    return rule.ignore().isEmpty() || text.startsWith("{")
        ? cut(text, maxChars)
        : CanonicalText.PLACEHOLDER;
  }

  /** Returns whether a value is shown completely, with no object left out. */
  public static boolean isShown(@Nullable Object value) {
    return of(value, IdentityRule.ALL_ARGUMENTS)
        .equals(CanonicalWriter.writeShown(value, IdentityRule.ALL_ARGUMENTS, SHAPES).text());
  }

  /**
   * Arguments in canonical form.
   *
   * @param values the first 1,024 texts, numbers and booleans in them, in their order, without
   *     names
   * @param complete whether all of them were read and written
   * @param matchedPaths the paths of the rule that matched one of them
   */
  public record Written(
      String text, List<String> values, boolean complete, Set<String> matchedPaths) {}

  /** Returns the arguments that count, up to the limits. Never throws, even if they do. */
  public static Written write(@Nullable Object arguments, IdentityRule rule) {
    return CanonicalWriter.write(arguments, rule, SHAPES);
  }

  /** Returns the canonical form of the arguments that count, up to the limits. */
  public static String of(@Nullable Object arguments, IdentityRule rule) {
    return write(arguments, rule).text();
  }

  /**
   * Returns the first 1,024 texts, numbers and booleans in arguments, without names, in the order
   * of the canonical form.
   *
   * <p>Never throws, even if the arguments do.
   */
  public static List<String> values(@Nullable Object arguments) {
    return write(arguments, IdentityRule.ALL_ARGUMENTS).values();
  }

  private static String cut(String text, int maxChars) {
    return text.length() <= maxChars
        ? text
        : text.substring(0, Printable.end(text, maxChars - 1)) + CanonicalText.PLACEHOLDER;
  }
}
