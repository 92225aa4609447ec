package io.loopsentinel.engine.identity;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The canonical form of arguments: JSON as in <a href="https://www.rfc-editor.org/rfc/rfc8785">RFC
 * 8785</a>, from whatever the application calls its tools with.
 *
 * <ul>
 *   <li><b>No arguments</b>, {@code {}}: null, an empty {@code Optional}, an empty or blank text,
 *       JSON {@code null}.
 *   <li><b>Text</b> given as the arguments is parsed if it is JSON (RFC 8259, strictly) and is a
 *       JSON string if it is not. Text inside the arguments is never parsed. Of two members of one
 *       name the last counts.
 *   <li><b>Whole numbers</b> written without fraction or exponent, or of an integral type or a
 *       {@code BigDecimal} of scale 0, keep all their digits. This differs from the RFC beyond
 *       ±2^53. All others are the nearest double in ECMAScript form; beyond its range {@code
 *       Infinity} or {@code 0}, and {@code NaN} by its name. A float counts as the double with the
 *       same shortest decimal.
 *   <li><b>Strings</b> are not normalised. A surrogate without its partner is an escape, <code>
 *       &#92;ud800</code>.
 *   <li><b>Maps, records and other objects</b> are objects: of their keys, components, or fields in
 *       the order of their names. Static, synthetic and transient fields do not count. No method of
 *       an unknown class is called.
 *   <li><b>Collections and arrays</b> are arrays; sets of single values are sorted. A {@code
 *       char[]} is a string.
 *   <li><b>Enums</b> count by their name; {@code java.time}, UUID, URI, paths and the like by their
 *       text; an {@code Optional} or atomic reference by what it holds; JSON trees of any library
 *       by their JSON text.
 *   <li><b>The class's name</b> stands before an object whose class has siblings (a supertype of
 *       the application) unless it is the arguments themselves, or whose fields are none or closed
 *       to reading. It stands alone for objects without a value: lambdas, threads, locks, loggers,
 *       streams.
 *   <li><b>Limits.</b> Containers deeper than 64 are <code>{…}</code> and {@code […]}, whatever is
 *       in them. A graph of objects ends with {@code …} after 16 MiB or 65,536 objects read by
 *       field, which only one with many cross references reaches. A text with more than two million
 *       values is not parsed. What fails while it is read is such a mark too, or its class's name.
 * </ul>
 *
 * <p>Names, marks and non-finite numbers that are not within quotes are no JSON, so no other
 * argument has the same form. Thread-safe.
 */
public final class CanonicalJson {

  private static final TypeShapes SHAPES = new TypeShapes(FieldAccess.toOpenPackages());
  private static final int MAX_BYTES_OF_CHAR = 4;
  private static final String REDACTED = "…";

  private CanonicalJson() {}

  /**
   * Returns arguments as text for a message, cut with "…" after {@code maxChars} characters.
   *
   * <p>Throws nothing, whatever the arguments do.
   *
   * @param maxChars the greatest length of the result, at least 1
   */
  public static String render(@Nullable Object arguments, int maxChars) {
    return render(arguments, IdentityRule.ALL_ARGUMENTS, maxChars);
  }

  /**
   * As {@link #render(Object, int)}, without the members that a rule ignores.
   *
   * <p>A rule names members of an object. Of arguments that are none, nothing is shown where the
   * rule ignores any: a text may hold what is to be left out, and nobody could tell where.
   */
  public static String renderRedacted(@Nullable Object arguments, IdentityRule rule, int maxChars) {
    String text = render(arguments, rule, maxChars);
    return rule.ignore().isEmpty() || text.startsWith("{") ? text : REDACTED;
  }

  private static String render(@Nullable Object arguments, IdentityRule rule, int maxChars) {
    byte[] form = write(arguments, rule, bytesOf(maxChars));
    return cut(new String(form, StandardCharsets.UTF_8), maxChars);
  }

  /** Returns the most bytes that are looked at to show so many characters. */
  static long bytesOf(int maxChars) {
    return ((long) maxChars + 1) * MAX_BYTES_OF_CHAR;
  }

  /** Returns a form as it is shown. */
  static String cut(String text, int maxChars) {
    if (text.length() <= maxChars) {
      return text;
    }
    int end = Math.max(0, maxChars - 1);
    if (end > 0 && Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(0, end) + "…";
  }

  /** Returns the canonical form of those arguments that count, in UTF-8. */
  public static byte[] bytes(@Nullable Object arguments, IdentityRule rule) {
    return write(arguments, rule, Long.MAX_VALUE);
  }

  private static byte[] write(@Nullable Object arguments, IdentityRule rule, long limit) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CanonicalWriter writer =
        new CanonicalWriter(
            (bytes, length) -> {
              if (out.size() < limit) {
                out.write(bytes, 0, length);
              }
            });
    writer.limitTo(limit);
    try {
      new ArgumentsWalker(writer, SHAPES).write(arguments, rule);
    } catch (Throwable e) {
      writer.raw(Limits.MORE);
    }
    writer.flush();
    return out.toByteArray();
  }
}
