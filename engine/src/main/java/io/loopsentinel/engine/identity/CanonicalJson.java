package io.loopsentinel.engine.identity;

import io.loopsentinel.engine.text.Printable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The canonical form of arguments: JSON as in <a href="https://www.rfc-editor.org/rfc/rfc8785">RFC
 * 8785</a>, from whatever the application calls its tools with.
 *
 * <ul>
 *   <li><b>No arguments</b>, {@code {}}: null, an empty {@code Optional}, an empty or blank text,
 *       JSON {@code null}.
 *   <li><b>Text</b> given as the arguments is parsed if it is JSON (RFC 8259, strictly) and is a
 *       JSON string if it is not. Text inside the arguments is never parsed, nor text in which a
 *       name has a surrogate without its partner. Of two members of one name the last counts.
 *   <li><b>Whole numbers</b> written without fraction or exponent, or of an integral type or a
 *       {@code BigDecimal} of scale 0, keep all their digits. This differs from the RFC beyond
 *       ±2^53. All others are the nearest double in ECMAScript form; beyond its range {@code
 *       Infinity} or {@code 0}, and {@code NaN} by its name. A float counts as the double with the
 *       same shortest decimal.
 *   <li><b>Strings</b> are not normalised, but as a rule's {@link Normalisation} says. A surrogate
 *       without its partner is an escape, <code>
 *       &#92;ud800</code>.
 *   <li><b>Maps, records and other objects</b> are objects: of their keys, components, or fields in
 *       the order of their names. Static, synthetic and transient fields do not count. No method of
 *       an unknown class is called.
 *   <li><b>Collections and arrays</b> are arrays; sets are sorted. A {@code char[]} is a string, a
 *       {@code ByteBuffer} what is left in it.
 *   <li><b>Enums</b> count by their name; {@code java.time}, UUID, URI, paths and the like by their
 *       text; an {@code Optional} or atomic reference by what it holds; JSON trees of any library
 *       by their JSON text.
 *   <li><b>The class's name</b> stands before an object whose class has siblings (a supertype of
 *       the application) unless it is the arguments themselves, or whose fields are none or closed
 *       to reading. It stands alone for objects without a value: lambdas, threads, locks, loggers,
 *       streams.
 *   <li><b>Limits.</b> Containers deeper than 64 are <code>{…}</code> and {@code […]}. All else
 *       ends with {@code …} after 8,388,608 characters, or 200,000 members and elements; so does a
 *       {@code BigInteger} of more than 16,384 bits. Arguments beyond one of these bounds are not
 *       {@linkplain CallIdentity#comparable comparable}. A text with more values, or with a number
 *       of more than 5,000 digits, is compared as text. What fails while it is read is such a mark
 *       too, or its class's name.
 * </ul>
 *
 * <p>Names, marks and non-finite numbers that are not within quotes are no JSON, so no other
 * argument has the same form. Thread-safe.
 */
public final class CanonicalJson {

  /** Stands in what is shown for an object that is neither a map nor a single value. */
  public static final String OBJECT = "{…}";

  /** Containers within containers, the outermost included. */
  static final int DEPTH = 64;

  /** Characters of the canonical form. */
  static final int CHARACTERS = 8 << 20;

  /** Members and elements of all containers together. */
  static final int VALUES = 200_000;

  /** Digits of a number in JSON text, about as many as a {@code BigInteger} may have. */
  static final int DIGITS = 5_000;

  /** Bits of a {@code BigInteger}: to write it in digits takes the square of its length. */
  static final int BITS = 1 << 14;

  private static final TypeShapes SHAPES = new TypeShapes(FieldAccess.toOpenPackages());

  private CanonicalJson() {}

  /**
   * Returns arguments as text for a message, cut with "…" after {@code maxChars} characters.
   *
   * <p>Shown are texts, JSON, single values, and maps, collections and arrays of them: what a model
   * can have written. For any other object, a record too, stands {@link #OBJECT}, wherever it is:
   * its fields count for the fingerprint, but may hold passwords and keys.
   *
   * <p>Throws nothing, whatever the arguments do.
   *
   * @param maxChars the greatest length of the result, at least 1
   */
  public static String render(@Nullable Object arguments, int maxChars) {
    return render(arguments, IdentityRule.ALL_ARGUMENTS, SHAPES, maxChars);
  }

  /**
   * As {@link #render(Object, int)}, without the members that a rule ignores.
   *
   * <p>A rule names members of an object. Of arguments that are none, nothing is shown where the
   * rule ignores any: a text may hold what is to be left out, and nobody could tell where.
   */
  public static String renderRedacted(@Nullable Object arguments, IdentityRule rule, int maxChars) {
    return render(arguments, rule, SHAPES, maxChars);
  }

  static String render(
      @Nullable Object arguments, IdentityRule rule, TypeShapes shapes, int maxChars) {
    String text = CanonicalWriter.writeShown(arguments, rule, shapes).text();
    return rule.ignore().isEmpty() || text.startsWith("{")
        ? cut(text, maxChars)
        : CanonicalText.MORE;
  }

  /** Whether a value is shown as a whole: no object in it is left out. */
  public static boolean isShown(@Nullable Object value) {
    return of(value, IdentityRule.ALL_ARGUMENTS)
        .equals(CanonicalWriter.writeShown(value, IdentityRule.ALL_ARGUMENTS, SHAPES).text());
  }

  /** Returns the canonical form of those arguments that count, as far as they are read. */
  public static String of(@Nullable Object arguments, IdentityRule rule) {
    return CanonicalWriter.write(arguments, rule, SHAPES).text();
  }

  /**
   * Returns the texts and numbers in arguments, in the order of the canonical form, no names; the
   * first 1,024.
   *
   * <p>Throws nothing, whatever the arguments do.
   */
  public static List<String> values(@Nullable Object arguments) {
    return CanonicalWriter.write(arguments, IdentityRule.ALL_ARGUMENTS, SHAPES).values();
  }

  private static String cut(String text, int maxChars) {
    return text.length() <= maxChars
        ? text
        : text.substring(0, Printable.end(text, maxChars - 1)) + CanonicalText.MORE;
  }
}
