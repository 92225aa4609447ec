package io.loopsentinel.agent.outcome;

/**
 * Hashes a line and finds out what it may hold, in one pass over its characters.
 *
 * <p>Eight characters a step, as {@link TextHash} has it and with the same result. To read the
 * characters is what takes most of either, so both together take half the time of one after the
 * other. Used for one line after the other; not thread-safe.
 */
final class LineScan {

  private static final int HALF = 4;
  private static final int STEP = HALF + HALF;

  /** Makes 0 to 9 of digits and more of anything else, which carries into the seventh bit. */
  private static final long DIGITS = 0x0010_0010_0010_0010L;

  private static final long CARRY = 0x0036_0036_0036_0036L;
  private static final long CARRIED = 0x0040_0040_0040_0040L;

  private static final long BEYOND_ASCII = 0xff80_ff80_ff80_ff80L;
  private static final long LINE_FEEDS = 0x000a_000a_000a_000aL;

  private long hash;
  private int messages;
  private int tokens;

  /** Reads a line, a part of a text. */
  void read(String text, int from, int to) {
    PairFilter filter = Messages.PAIRS;
    long[] masks = filter.masks();
    long state = filter.start();
    long missing = -1;
    long union = 0;
    long digits = -1;
    long sum = TextHash.begin(to - from);
    int at = from;
    for (; at <= to - STEP; at += STEP) {
      long first = TextHash.word(text, at);
      long second = TextHash.word(text, at + HALF);
      sum = TextHash.step(sum, first, second);
      union |= first | second;
      long kinds = PairFilter.kinds(first);
      digits &= carried(kinds);
      state = (state << PairFilter.ROW) | masks[PairFilter.firstPair(kinds)];
      missing &= state;
      state = (state << PairFilter.ROW) | masks[PairFilter.secondPair(kinds)];
      missing &= state;
      kinds = PairFilter.kinds(second);
      digits &= carried(kinds);
      state = (state << PairFilter.ROW) | masks[PairFilter.firstPair(kinds)];
      missing &= state;
      state = (state << PairFilter.ROW) | masks[PairFilter.secondPair(kinds)];
      missing &= state;
    }
    if (at <= to - HALF) {
      long word = TextHash.word(text, at);
      sum = TextHash.halfStep(sum, word);
      union |= word;
      long kinds = PairFilter.kinds(word);
      digits &= carried(kinds);
      state = (state << PairFilter.ROW) | masks[PairFilter.firstPair(kinds)];
      missing &= state;
      state = (state << PairFilter.ROW) | masks[PairFilter.secondPair(kinds)];
      missing &= state;
      at += HALF;
    }
    long rest = 0;
    long ended = LINE_FEEDS;
    for (int i = to - 1; i >= at; i--) {
      rest = rest << Character.SIZE | text.charAt(i);
      ended = ended << Character.SIZE | text.charAt(i);
    }
    union |= rest;
    long kinds = PairFilter.kinds(ended);
    digits &= carried(kinds);
    state = (state << PairFilter.ROW) | masks[PairFilter.firstPair(kinds)];
    missing &= state;
    state = (state << PairFilter.ROW) | masks[PairFilter.secondPair(kinds)];
    missing &= state;
    hash = TextHash.end(sum, rest);
    if ((union & BEYOND_ASCII) == 0) {
      messages = PairFilter.groups(missing);
      tokens =
          (~digits & CARRIED) != 0 || (messages & Messages.TOKENS) != 0
              ? VolatileTokens.groupsIn(text, from, to)
              : 0;
    } else {
      messages = Messages.anywhere(text, from, to);
      tokens = VolatileTokens.groupsIn(text, from, to);
    }
  }

  /** Returns the hash of the line, as {@link TextHash} has it. */
  long hash() {
    return hash;
  }

  /** Returns the groups of {@link Messages#anywhere} that the line may hold. */
  int messages() {
    return messages;
  }

  /** Returns the groups of {@link VolatileTokens#groupsIn} that the line may hold. */
  int tokens() {
    return tokens;
  }

  private static long carried(long kinds) {
    return (kinds ^ DIGITS) + CARRY;
  }
}
