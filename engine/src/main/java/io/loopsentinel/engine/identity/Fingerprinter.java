package io.loopsentinel.engine.identity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Computes the identity of tool calls.
 *
 * <p>A fingerprint is the SHA-256 of the tool name in UTF-8, a line feed, and the arguments in
 * {@linkplain CanonicalJson canonical form}.
 *
 * <p>Thread-safe. Never blocks on another call.
 */
public final class Fingerprinter {

  private final TypeShapes shapes;
  private final MessageDigest sha256 = newDigest();

  /** Creates a fingerprinter that reads private fields through {@code access}. */
  public Fingerprinter(FieldAccess access) {
    this.shapes = new TypeShapes(access);
  }

  /**
   * Returns the identity of a call.
   *
   * <p>Never throws, even if the arguments do: a part that cannot be read is replaced by a
   * placeholder. The arguments are not changed, and only their text is kept.
   *
   * @param arguments an object, a text (JSON or not), or null
   */
  public CallIdentity identify(String tool, @Nullable Object arguments, IdentityRule rule) {
    CanonicalJson.Written form = CanonicalWriter.write(arguments, rule, shapes);
    Fingerprint fingerprint = form.complete() ? sha256(tool, form.text()) : unique();
    return new CallIdentity(fingerprint, form.values(), form.complete(), form.matchedPaths());
  }

  /** Returns the same as {@link CanonicalJson#render}, with this fingerprinter's access. */
  public String render(@Nullable Object arguments, IdentityRule rule, int maxChars) {
    return CanonicalJson.render(arguments, rule, shapes, maxChars);
  }

  /**
   * Returns the paths of a rule that match an argument, or {@code null} if there is no argument to
   * match. Throws nothing, whatever the arguments do.
   */
  @Nullable Set<String> matchedPaths(@Nullable Object arguments, IdentityRule rule) {
    CanonicalJson.Written shown = CanonicalWriter.writeShown(arguments, rule, shapes);
    boolean hasMembers = !shown.matchedPaths().isEmpty() || shown.text().startsWith("{\"");
    return hasMembers ? shown.matchedPaths() : null;
  }

  private Fingerprint sha256(String tool, String canonicalArguments) {
    MessageDigest digest = digest();
    digest.update(bytes(tool));
    digest.update((byte) '\n');
    return Fingerprint.of(digest.digest(canonicalArguments.getBytes(StandardCharsets.UTF_8)));
  }

  /** Copies the digest: creating one uses reflection and a provider lookup (stack, time). */
  private MessageDigest digest() {
    try {
      return (MessageDigest) sha256.clone();
    } catch (CloneNotSupportedException e) {
      return newDigest();
    }
  }

  static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Escapes names with an unpaired surrogate, which UTF-8 cannot encode. */
  private static byte[] bytes(String tool) {
    return (isEncodable(tool) ? tool : CanonicalText.quoted(tool)).getBytes(StandardCharsets.UTF_8);
  }

  private static boolean isEncodable(String tool) {
    for (int i = 0; i < tool.length(); i++) {
      if (Character.isSurrogate(tool.charAt(i))) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(tool);
      }
    }
    return true;
  }

  private static Fingerprint unique() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return new Fingerprint(
        random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
  }
}
