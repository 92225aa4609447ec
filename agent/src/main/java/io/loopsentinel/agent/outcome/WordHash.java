package io.loopsentinel.agent.outcome;

/**
 * The hash of a word whose characters come one by one; used again for the next word.
 *
 * <p>A character of ASCII is a byte and any other one three, so that words differ in bytes where
 * they differ at all; eight bytes a step, as {@link TextHash} has it. Most words take one step.
 */
final class WordHash {

  private static final long SEED = 0xa0761d6478bd642fL;
  private static final long MULTIPLIER = 0xe7037ed1a0b428dbL;
  private static final int ASCII = 0x80;
  private static final int SEVEN_BITS = 7;

  private long hash = SEED;
  private long bytes;
  private int size;

  /** Whether a character is part of a word. */
  static boolean isOfWord(int codePoint) {
    return codePoint == '_' || Character.isLetterOrDigit(codePoint);
  }

  /** Whether no character was added yet. */
  boolean isEmpty() {
    return size == 0;
  }

  /** Adds a character. */
  void add(int codePoint) {
    if (codePoint < ASCII) {
      addByte(codePoint);
      return;
    }
    for (int shift = 2 * SEVEN_BITS; shift >= 0; shift -= SEVEN_BITS) {
      addByte(ASCII | ((codePoint >>> shift) & (ASCII - 1)));
    }
  }

  /** Forgets the word. */
  void clear() {
    hash = SEED;
    bytes = 0;
    size = 0;
  }

  /** Ends the word and returns its hash; never 0. */
  long end() {
    long value = TextHash.nonZero(TextHash.folded(hash ^ bytes, MULTIPLIER ^ size));
    clear();
    return value;
  }

  /** Adds a character of ASCII. */
  void addByte(int value) {
    bytes = (bytes << Byte.SIZE) | value;
    size++;
    if (size % Long.BYTES == 0) {
      hash = TextHash.folded(hash ^ bytes, MULTIPLIER);
      bytes = 0;
    }
  }
}
