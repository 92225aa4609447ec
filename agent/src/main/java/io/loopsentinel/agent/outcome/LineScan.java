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
    long sum = TextHash.begin(to - from);
    int at = from;
    for (; at <= to - STEP; at += STEP) {
      long first = TextHash.word(text, at);
      long second = TextHash.word(text, at + HALF);
      sum = TextHash.step(sum, first, second);
      union |= first | second;
      long kinds = PairFilter.kinds(first);
      state = (state << PairFilter.ROW) | masks[PairFilter.firstPair(kinds)];
      missing &= state;
      state = (state << PairFilter.ROW) | masks[PairFilter.secondPair(kinds)];
      missing &= state;
      kinds = PairFilter.kinds(second);
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
    state = (state << PairFilter.ROW) | masks[PairFilter.firstPair(kinds)];
    missing &= state;
    state = (state << PairFilter.ROW) | masks[PairFilter.secondPair(kinds)];
    missing &= state;
    hash = TextHash.end(sum, rest);
    if (PairFilter.areAscii(union)) {
      messages = PairFilter.groups(missing);
      tokens = (messages & Messages.TOKENS) != 0 ? VolatileTokens.groupsIn(text, from, to) : 0;
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
}
