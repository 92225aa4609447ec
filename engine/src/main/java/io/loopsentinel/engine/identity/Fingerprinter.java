package io.loopsentinel.engine.identity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Computes the identity of tool calls.
 *
 * <p>A fingerprint is the SHA-256 of the tool's name in UTF-8, a line feed, and the canonical form
 * of the arguments. {@link CanonicalJson} tells what that form is.
 *
 * <p>Thread-safe, and never blocks on another call.
 */
public final class Fingerprinter {

  private final TypeShapes shapes;
  private final MessageDigest sha256 = newDigest();

  /** Creates a fingerprinter that reads the private fields it is given access to. */
  public Fingerprinter(FieldAccess access) {
    this.shapes = new TypeShapes(access);
  }

  /**
   * Returns the identity of a call.
   *
   * <p>Throws nothing, whatever the arguments do: a part that cannot be read is replaced by a mark.
   * The arguments are not changed, and nothing of them is kept but their text.
   *
   * @param arguments an object, a text (JSON or not), or null
   */
  public CallIdentity identify(String tool, @Nullable Object arguments, IdentityRule rule) {
    CanonicalWriter.Written form = CanonicalWriter.write(arguments, rule, shapes);
    Fingerprint fingerprint = form.complete() ? sha256(tool, form.text()) : unique();
    return new CallIdentity(fingerprint, form.values(), form.complete(), form.named());
  }

  /** Returns the fingerprint of a call; see {@link #identify}. */
  public Fingerprint fingerprint(String tool, @Nullable Object arguments, IdentityRule rule) {
    return identify(tool, arguments, rule).fingerprint();
  }

  /** As {@link CanonicalJson#renderRedacted}, of the arguments as they count here. */
  public String render(@Nullable Object arguments, IdentityRule rule, int maxChars) {
    return CanonicalJson.render(arguments, rule, shapes, maxChars);
  }

  private Fingerprint sha256(String tool, String canonicalArguments) {
    MessageDigest digest = digest();
    digest.update(bytes(tool));
    digest.update((byte) '\n');
    return Fingerprint.of(digest.digest(canonicalArguments.getBytes(StandardCharsets.UTF_8)));
  }

  /** A copy needs neither reflection nor a look at the providers, which take stack and time. */
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

  /** A surrogate without its partner has no form in UTF-8; names that have one are escaped. */
  private static byte[] bytes(String tool) {
    CanonicalText name = new CanonicalText();
    if (StandardCharsets.UTF_8.newEncoder().canEncode(tool)) {
      name.raw(tool);
    } else {
      name.string(tool);
    }
    return name.take(0).getBytes(StandardCharsets.UTF_8);
  }

  private static Fingerprint unique() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return new Fingerprint(
        random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
  }
}
