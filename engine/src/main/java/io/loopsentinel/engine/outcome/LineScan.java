package io.loopsentinel.engine.outcome;

/**
 * Hashes a line and finds out what it may hold, in one pass over its characters.
 *
 * <p>Eight characters a step, as {@link TextHash} has it and with the same result. To read the
 * characters is what takes most of it. So a long line, which hardly ever has no digit, is looked
 * through for volatile tokens at once, which takes a fifth of the time of a second pass; a short
 * one, as a sentence is, only where it holds what they need first.
 *
 * <p>The characters are copied to an array first. In a loop of {@code charAt} the compiler moves
 * the range checks out of the loop or does not, depending on which strings the program has read
 * before: one that has seen Latin-1 only takes 1.5 times as long. Used for one line after the
 * other; not thread-safe.
 */
final class LineScan {

  /** How many characters are copied at once; a line of more is a long one. */
  static final int PART = 256;

  private static final int HALF = 4;
  private static final int STEP = HALF + HALF;

  private static final long LINE_FEEDS = 0x000a_000a_000a_000aL;

  /**
   * The tables are constants here, so that the compiler knows their length and checks no index: 2
   * KB take three fourths of the time.
   */
  private static final long[] MESSAGES = Messages.PAIRS.masks();

  private static final long[] TOKENS = VolatileTokens.PAIRS.masks();

  private final char[] part = new char[PART + HALF];

  private long hash;
  private long union;
  private long messageState;
  private long missingMessages;
  private long tokenState;
  private long missingTokens;
  private int messages;
  private int tokens;

  /** Reads a line, a part of a text. */
  void read(String text, int from, int to) {
    begin(to - from);
    int at = from;
    for (; at < to - PART; at += PART) {
      text.getChars(at, at + PART, part, 0);
      readSteps(PART, true);
    }
    text.getChars(at, to, part, 0);
    boolean isLong = at > from;
    readEnd(to - at, isLong);
    if (PairFilter.areAscii(union)) {
      messages = PairFilter.groups(missingMessages);
      tokens = (messages & Messages.TOKENS) != 0 ? tokens(text, from, to, isLong) : 0;
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

  private int tokens(String text, int from, int to, boolean isLong) {
    return isLong ? PairFilter.groups(missingTokens) : VolatileTokens.groupsIn(text, from, to);
  }

  private void begin(int length) {
    hash = TextHash.begin(length);
    union = 0;
    messageState = Messages.PAIRS.start();
    missingMessages = -1;
    tokenState = VolatileTokens.PAIRS.start();
    missingTokens = -1;
  }

  /** Reads so many characters of the part, a multiple of eight. */
  private void readSteps(int end, boolean isLong) {
    for (int at = 0; at < end; at += STEP) {
      long first = TextHash.word(part, at);
      long second = TextHash.word(part, at + HALF);
      hash = TextHash.step(hash, first, second);
      union |= first | second;
      find(first, isLong);
      find(second, isLong);
    }
  }

  /** Reads the last part, which has so many characters, and the line feed after it. */
  private void readEnd(int size, boolean isLong) {
    int at = size & -STEP;
    readSteps(at, isLong);
    if (size - at >= HALF) {
      long word = TextHash.word(part, at);
      hash = TextHash.halfStep(hash, word);
      union |= word;
      find(word, isLong);
      at += HALF;
    }
    int bits = (size - at) * Character.SIZE;
    long rest = TextHash.word(part, at) & ~(-1L << bits);
    hash = TextHash.end(hash, rest);
    union |= rest;
    find(rest | LINE_FEEDS << bits, isLong);
  }

  private void find(long word, boolean isLong) {
    long pairs = PairFilter.pairs(word);
    find(PairFilter.firstPair(pairs), isLong);
    find(PairFilter.secondPair(pairs), isLong);
  }

  private void find(int pair, boolean isLong) {
    messageState = (messageState << PairFilter.ROW) | MESSAGES[pair];
    missingMessages &= messageState;
    if (isLong) {
      tokenState = (tokenState << PairFilter.ROW) | TOKENS[pair];
      missingTokens &= tokenState;
    }
  }
}
