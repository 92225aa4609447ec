package io.loopsentinel.engine.outcome;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * What {@link LineScan} needs to find out which of up to eight groups of short patterns a line of
 * ASCII may hold.
 *
 * <p>It is {@link PatternFilter} with two characters a step. The state is four rows of bits, of
 * which each stands for a group: the bit of group g in row i is 0 if the last i + 1 pairs are what
 * stands in the first i + 1 pairs of a pattern of g. A pattern may begin with the first character
 * of a pair or with the second, and a row has a bit for either; where one of eight characters
 * begins with the second, the first of them does not count.
 *
 * <p>Pairs tell more than characters: "no" and "at" in one group find neither "nt" nor "ao". And
 * there are half as many steps, of which each waits for the one before.
 *
 * <p>Of a character count six bits: which of 32 it is, and whether it is from the upper or the
 * lower half of ASCII. So the cases of a letter are one, and no digit is a letter. A table of all
 * pairs takes 32 KiB, of which the pairs of usual texts touch a fourth. Thread-safe.
 */
final class PairFilter {

  /** How many bits a row of the state has. */
  static final int ROW = 2 * PatternFilter.GROUPS;

  /** How many characters are told apart, and in how many bits. */
  private static final int KINDS = 64;

  private static final int BITS = 6;

  /** Of four characters the lower five bits, and the bit that only the upper half has. */
  private static final long FIVE_BITS = 0x001f_001f_001f_001fL;

  private static final long SIXTH_BIT = 0x0020_0020_0020_0020L;
  private static final long BEYOND_ASCII = 0xff80_ff80_ff80_ff80L;
  private static final int PAIRS = ShortPattern.LONGEST / 2;
  private static final long ANY = -1;

  private final long[] masks = new long[KINDS * KINDS];
  private final long start;

  /**
   * Creates a filter.
   *
   * @param groups the patterns of each
   */
  PairFilter(List<List<ShortPattern>> groups) {
    Arrays.fill(masks, -1);
    // Most pairs of which anything may stand in one place are not gone through one by one.
    long[] ofFirsts = new long[KINDS];
    long[] ofSeconds = new long[KINDS];
    for (int group = 0; group < groups.size(); group++) {
      for (ShortPattern pattern : groups.get(group)) {
        long[] kinds = kinds(pattern.sets());
        int begin = ShortPattern.LONGEST - kinds.length;
        allow(kinds, begin, group, ofFirsts, ofSeconds);
        allow(kinds, begin - 1, PatternFilter.GROUPS + group, ofFirsts, ofSeconds);
      }
    }
    for (int i = 0; i < masks.length; i++) {
      masks[i] &= ~(ofFirsts[i & (KINDS - 1)] | ofSeconds[i >>> BITS]);
    }
    long state = -1;
    for (int i = 0; i < PAIRS; i++) {
      state = state << ROW | masks[kind('\n') | kind('\n') << BITS];
    }
    this.start = state;
  }

  /** Returns what each pair of characters rules out. */
  long[] masks() {
    return masks;
  }

  /** Returns the state at the beginning of a line. */
  long start() {
    return start;
  }

  /** Returns the groups of which eight characters hold a pattern where a line begins with them. */
  int groupsIn(long firstFour, long lastFour) {
    long pairs = pairs(firstFour);
    long state = (start << ROW) | masks[firstPair(pairs)];
    long missing = state;
    state = (state << ROW) | masks[secondPair(pairs)];
    missing &= state;
    pairs = pairs(lastFour);
    state = (state << ROW) | masks[firstPair(pairs)];
    missing &= state;
    state = (state << ROW) | masks[secondPair(pairs)];
    return groups(missing & state);
  }

  /** Returns whether characters are ASCII, four or the union of more. */
  static boolean areAscii(long word) {
    return (word & BEYOND_ASCII) == 0;
  }

  /** Returns the indexes among the masks of both pairs of four characters. */
  static long pairs(long word) {
    long kinds = kinds(word);
    return kinds | kinds >>> (Character.SIZE - BITS);
  }

  /** Returns the index of the first two of them. */
  static int firstPair(long pairs) {
    return (int) pairs & (KINDS * KINDS - 1);
  }

  /** Returns the index of the last two of them. */
  static int secondPair(long pairs) {
    return firstPair(pairs >>> Integer.SIZE);
  }

  /** Returns the groups whose bit is 0 in the last row of a state. */
  static int groups(long state) {
    int found = (int) (~state >>> (Long.SIZE - ROW));
    return (found | found >>> PatternFilter.GROUPS) & PatternFilter.ALL;
  }

  /**
   * Lets a bit of the rows find a pattern.
   *
   * @param kinds of the characters that may stand at each place of the pattern, a bit for each
   * @param begin at which of eight places it begins; -1 if its first character does not count
   * @param ofFirsts takes the bit for each first of a pair whose second may be anything
   * @param ofSeconds the same for seconds
   */
  private void allow(long[] kinds, int begin, int bitOfRow, long[] ofFirsts, long[] ofSeconds) {
    for (int i = 0; i < PAIRS; i++) {
      long bit = 1L << (i * ROW + bitOfRow);
      long firsts = kindsAt(kinds, 2 * i - begin);
      long seconds = kindsAt(kinds, 2 * i + 1 - begin);
      if (seconds == ANY) {
        allow(firsts, bit, ofFirsts);
      } else if (firsts == ANY) {
        allow(seconds, bit, ofSeconds);
      } else {
        allow(firsts, seconds, bit);
      }
    }
  }

  private static void allow(long kinds, long bit, long[] ofKinds) {
    for (long left = kinds; left != 0; left &= left - 1) {
      ofKinds[Long.numberOfTrailingZeros(left)] |= bit;
    }
  }

  private void allow(long firsts, long seconds, long bit) {
    for (long left = seconds; left != 0; left &= left - 1) {
      int row = Long.numberOfTrailingZeros(left) << BITS;
      for (long other = firsts; other != 0; other &= other - 1) {
        masks[row | Long.numberOfTrailingZeros(other)] &= ~bit;
      }
    }
  }

  private static long kindsAt(long[] kinds, int place) {
    return place < 0 || place >= kinds.length ? ANY : kinds[place];
  }

  /** Returns which kinds of characters may stand at each place of a pattern, a bit for each. */
  private static long[] kinds(List<BitSet> sets) {
    long[] kinds = new long[sets.size()];
    for (int place = 0; place < kinds.length; place++) {
      BitSet set = sets.get(place);
      for (int c = set.nextSetBit(0); c >= 0; c = set.nextSetBit(c + 1)) {
        kinds[place] |= c < ShortPattern.BEYOND_ASCII ? 1L << kind(c) : 0;
      }
    }
    return kinds;
  }

  /** Returns the kinds of four characters, six bits in each fourth of a number. */
  private static long kinds(long word) {
    return (word & FIVE_BITS) | ((word >>> 1) & SIXTH_BIT);
  }

  private static int kind(int c) {
    return (int) kinds(c);
  }
}
