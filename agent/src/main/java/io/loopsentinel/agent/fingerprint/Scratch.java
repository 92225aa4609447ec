package io.loopsentinel.agent.fingerprint;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
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
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final MessageDigest digest;
  private final byte[] hash = new byte[LENGTH];
  private final CanonicalWriter writer;
  private final ArgumentsWalker walker;

  Scratch(TypeShapes shapes) {
    digest = sha256();
    writer = new CanonicalWriter((bytes, length) -> digest.update(bytes, 0, length));
    walker = new ArgumentsWalker(writer, shapes);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  Fingerprint fingerprint(String tool, @Nullable Object arguments, IdentityRule rule) {
    try {
      writer.raw(tool);
      writer.raw("\n");
      writeArguments(arguments, rule);
      writer.flush();
      digest.digest(hash, 0, LENGTH);
      return new Fingerprint(at(0), at(8), at(16), at(24));
    } catch (DigestException e) {
      throw new IllegalStateException("SHA-256 has 32 bytes", e);
    } finally {
      digest.reset();
      writer.reset();
      walker.release();
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

  private long at(int index) {
    return (long) LONGS.get(hash, index);
  }
}
