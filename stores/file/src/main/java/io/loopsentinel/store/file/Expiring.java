package io.loopsentinel.store.file;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The value of a log or a sum in the file.
 *
 * @param expires the time at which it expires, in milliseconds since the epoch
 * @param bits the id of the log, or the bits of the sum
 */
record Expiring(long expires, long bits) {

  /** Returns a value, {@code null} if there is none or it has expired. */
  static @Nullable Expiring of(byte @Nullable [] bytes, long now) {
    if (bytes == null) {
      return null;
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    Expiring value = new Expiring(buffer.getLong(), buffer.getLong());
    return value.expires <= now ? null : value;
  }

  static byte[] toBytes(Duration expiry, long now, long bits) {
    return ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(now + expiry.toMillis())
        .putLong(bits)
        .array();
  }
}
