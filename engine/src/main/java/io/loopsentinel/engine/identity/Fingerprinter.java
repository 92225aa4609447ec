package io.loopsentinel.engine.identity;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
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

  private static final int USUAL_BYTES = 256;

  private final ScratchPool scratches;

  /** Creates a fingerprinter that reads the private fields it is given access to. */
  public Fingerprinter(FieldAccess access) {
    this.scratches = new ScratchPool(new TypeShapes(access));
  }

  /**
   * Returns the fingerprint of a call.
   *
   * <p>Throws nothing, whatever the arguments do: a part that cannot be read is replaced by a mark.
   * The arguments are not changed, and nothing of them is kept.
   *
   * @param arguments an object, a text (JSON or not), or null
   */
  public Fingerprint fingerprint(String tool, @Nullable Object arguments, IdentityRule rule) {
    Digest digest = new Digest();
    digest(tool, arguments, rule, digest, CanonicalListener.NONE);
    return digest.toFingerprint();
  }

  /**
   * As {@link #fingerprint}, without making an object.
   *
   * @param into takes the fingerprint; whoever calls owns it
   * @param listener is told of the arguments' canonical form before this returns
   */
  public void digest(
      String tool,
      @Nullable Object arguments,
      IdentityRule rule,
      Digest into,
      CanonicalListener listener) {
    Scratch scratch = scratches.take();
    scratch.digest(tool, arguments, rule, into, listener);
    scratch.giveBack();
  }

  /**
   * As {@link CanonicalJson#render(Object, int)}, of the arguments as they count here, and without
   * the 27 KB of buffers which that makes.
   */
  public String render(@Nullable Object arguments, int maxChars) {
    int enough = Math.toIntExact(CanonicalJson.bytesOf(maxChars));
    ByteArrayOutputStream form = new ByteArrayOutputStream(USUAL_BYTES);
    Scratch scratch = scratches.take();
    scratch.write(
        arguments,
        enough,
        (bytes, from, to) -> form.write(bytes, from, Math.min(to - from, enough - form.size())));
    scratch.giveBack();
    return CanonicalJson.cut(form.toString(StandardCharsets.UTF_8), maxChars);
  }
}
