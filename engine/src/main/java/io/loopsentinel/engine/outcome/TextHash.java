package io.loopsentinel.engine.outcome;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** 64-bit komihash hashes of texts; never 0, so that 0 can stand for none. */
final class TextHash {

  private static final Hasher64 HASHER = Hashing.komihash5_0();

  private TextHash() {}

  static long of(CharSequence text) {
    return nonZero(HASHER.hashCharsToLong(text));
  }

  /** Returns the hash of a part of a text in UTF-8, ten times faster than that of a text. */
  static long of(byte[] text, int start, int end) {
    return nonZero(HASHER.hashBytesToLong(text, start, end - start));
  }

  /** Returns a hash of the first hashes of an array that depends on their order. */
  static long of(int[] hashes, int count) {
    ByteBuffer bytes = ByteBuffer.allocate((count + 1) * Integer.BYTES);
    bytes.order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().put(hashes, 0, count).put(count);
    return of(bytes.array(), 0, bytes.capacity());
  }

  /** Returns a hash of two hashes that depends on their order. */
  static long joined(long first, long second) {
    return nonZero(HASHER.hashLongLongToLong(first, second));
  }

  static long nonZero(long hash) {
    return hash == 0 ? 1 : hash;
  }
}
