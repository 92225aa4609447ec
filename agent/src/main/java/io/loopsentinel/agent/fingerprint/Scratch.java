package io.loopsentinel.agent.fingerprint;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/**
 * All that is needed to compute a fingerprint, made once and used for many calls, one at a time.
 *
 * <p>Not thread-safe.
 */
final class Scratch {

  private static final int LENGTH = 32;

  private final MessageDigest digest;
  private final byte[] hash = new byte[LENGTH];
  private final CanonicalWriter writer;
  private final ArgumentsWalker walker;
  private CanonicalListener listener = CanonicalListener.NONE;

  /** How many of the next bytes belong to the tool's name, of which nobody is told. */
  private long ofName;

  Scratch(TypeShapes shapes) {
    digest = sha256();
    writer = new CanonicalWriter(this::take);
    walker = new ArgumentsWalker(writer, shapes);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  void digest(
      String tool,
      @Nullable Object arguments,
      IdentityRule rule,
      Digest into,
      CanonicalListener newListener) {
    listener = newListener;
    ofName = Long.MAX_VALUE;
    try {
      writer.raw(tool);
      writer.raw("\n");
      ofName = writer.waiting();
      writeArguments(arguments, rule);
      writer.flush();
      digest.digest(hash, 0, LENGTH);
      into.set(hash);
    } catch (DigestException e) {
      throw new IllegalStateException("SHA-256 has 32 bytes", e);
    } finally {
      digest.reset();
      writer.reset();
      walker.release();
      listener = CanonicalListener.NONE;
    }
  }

  /**
   * Writes the arguments. The walk itself puts a mark where a value fails; only an error it does
   * not expect, such as one of the application's own, ends it here, and the identity is then made
   * of what came before.
   */
  private void writeArguments(@Nullable Object arguments, IdentityRule rule) {
    try {
      walker.write(arguments, rule);
    } catch (Throwable e) {
      writer.raw(Limits.MORE);
    }
  }

  private void take(byte[] bytes, int length) {
    digest.update(bytes, 0, length);
    int from = (int) Math.min(ofName, length);
    ofName -= from;
    if (from < length) {
      listener.accept(bytes, from, length);
    }
  }
}
