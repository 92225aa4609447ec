package io.loopsentinel.engine.outcome;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;

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

  /** Returns a hash of hashes that depends on their order. */
  static long of(int[] hashes) {
    return nonZero(HASHER.hashStream().putIntArray(hashes).getAsLong());
  }

  /** Returns a hash of two hashes that depends on their order. */
  static long joined(long first, long second) {
    return nonZero(HASHER.hashLongLongToLong(first, second));
  }

  static long nonZero(long hash) {
    return hash == 0 ? 1 : hash;
  }
}
