package io.loopsentinel.agent.outcome;

/**
 * A 64-bit hash of a text, taken as it comes.
 *
 * <p>It is FNV-1a over UTF-16 code units, then MurmurHash3's last step, which spreads every bit
 * over all others: parts of the hash, and sums of hashes, are good hashes too. It takes about a
 * nanosecond a character, and for a short line a tenth of the time of SHA-256. It does not resist
 * somebody who looks for two texts with one hash; all he could win is that a call counts as
 * repeated.
 *
 * @see <a href="https://datatracker.ietf.org/doc/html/draft-eastlake-fnv">FNV</a>
 * @see <a href="https://github.com/aappleby/smhasher">MurmurHash3</a>
 */
final class TextHash {

  private static final long OFFSET_BASIS = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;
  private static final int SHIFT = 33;

  private long state = OFFSET_BASIS;

  /** Returns the hash of a text; never 0. */
  static long of(CharSequence text) {
    return of(text, 0, text.length());
  }

  /** Returns the hash of a part of a text; never 0. */
  static long of(CharSequence text, int start, int end) {
    return new TextHash().add(text, start, end).value();
  }

  /** Adds a text. */
  TextHash add(CharSequence text) {
    return add(text, 0, text.length());
  }

  /** Adds a part of a text. */
  TextHash add(CharSequence text, int start, int end) {
    long hash = state;
    for (int i = start; i < end; i++) {
      hash = (hash ^ text.charAt(i)) * PRIME;
    }
    state = hash;
    return this;
  }

  /** Adds a code point, or another number below 2^31. */
  TextHash add(int number) {
    state = (state ^ number) * PRIME;
    return this;
  }

  /** Returns the hash of what was added so far; never 0. */
  long value() {
    return nonZero(spread(state));
  }

  /** Returns a key made of other keys, for instance a sum of them; never 0. */
  static long nonZero(long key) {
    return key == 0 ? 1 : key;
  }

  private static long spread(long hash) {
    long mixed = hash;
    mixed = (mixed ^ (mixed >>> SHIFT)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> SHIFT)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> SHIFT);
  }
}
