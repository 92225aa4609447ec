package io.loopsentinel.agent.fingerprint;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The canonical form of arguments: JSON as in RFC 8785.
 *
 * <p>Thread-safe.
 */
public final class CanonicalJson {

  private static final TypeShapes SHAPES = new TypeShapes(FieldAccess.toOpenPackages());
  private static final int MAX_BYTES_OF_CHAR = 4;

  private CanonicalJson() {}

  /**
   * Returns arguments as text for a message, cut with "…" after {@code maxChars} characters.
   *
   * <p>Throws nothing, whatever the arguments do.
   *
   * @param maxChars the greatest length of the result, at least 1
   */
  public static String render(@Nullable Object arguments, int maxChars) {
    long enough = ((long) maxChars + 1) * MAX_BYTES_OF_CHAR;
    String text =
        new String(write(arguments, IdentityRule.ALL_ARGUMENTS, enough), StandardCharsets.UTF_8);
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
