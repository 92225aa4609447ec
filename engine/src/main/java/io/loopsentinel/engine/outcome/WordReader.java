package io.loopsentinel.engine.outcome;

/**
 * Reads the words of values, as many characters as count, given by {@link WordSketcher} piece by
 * piece.
 *
 * <p>There are two ways to do so. What most values are, words of ASCII that are there from
 * beginning to end, comes from a {@link WordBlock}; anything else goes character by character. Used
 * for one call after the other; not thread-safe.
 */
final class WordReader {

  private static final int SIX_BITS = 6;

  /** Of each byte whether it is a letter, digit or underscore of ASCII. */
  private static final boolean[] OF_WORD = new boolean[1 << Byte.SIZE];

  static {
    for (int c = 0; c <= Byte.MAX_VALUE; c++) {
      OF_WORD[c] = WordHash.isOfWord(c);
    }
  }

  private final SmallestHashes words = new SmallestHashes();
  private final WordHash word = new WordHash();
  private final WordBlock block = new WordBlock();
  private int codePoint;

  /** Bytes to come of a character that has begun. */
  private int bytesLeft;

  /** Characters of values that still count. */
  private int charsLeft;

  /** Forgets what was read. */
  void clear() {
    words.clear();
    word.clear();
    bytesLeft = 0;
    charsLeft = ArgumentSketch.MAX_CHARS;
  }

  /** Returns the words, with the one that has begun, if any. */
  SmallestHashes words() {
    endWord();
    return words;
  }

  /** Prepares for other bytes. */
  void newPiece() {
    block.clear();
  }

  /** Whether there are characters that still count. */
  boolean goesOn() {
    return charsLeft > 0;
  }

  /** Reads a character that is of no word and has no bytes. */
  void separator() {
    charsLeft--;
    endWord();
  }

  /** Returns the place after a name that ends soon and is simple, otherwise its beginning. */
  int simpleName(byte[] bytes, int at, int to) {
    if (!canUseBlock(bytes, at, to)) {
      return at;
    }
    int end = block.plainEnd(at);
    return end < block.end() && bytes[end] == '"' ? end + 1 : at;
  }

  /** Whether a byte of the form can only stand after a number. */
  static boolean endsNumber(byte b) {
    return b == ',' || b == ']' || b == '}';
  }

  /** Reads a number of digits and a fraction; returns the place after it, or its beginning. */
  int simpleNumber(byte[] bytes, int from, int to) {
    if (!canUseBlock(bytes, from, to)) {
      return from;
    }
    int whole = block.wordEnd(from);
    int end = whole;
    if (whole + 1 < block.end() && bytes[whole] == '.') {
      end = block.wordEnd(whole + 1);
    }
    if (end == block.end() || !endsNumber(bytes[end])) {
      return from;
    }
    words.add(WordHash.of(bytes, from, whole));
    if (end > whole + 1) {
      words.add(WordHash.of(bytes, whole + 1, end));
    }
    charsLeft -= end - from + 1;
    return end;
  }

  /**
   * Reads words of a text that are there from beginning to end, and simple escapes between them.
   *
   * @return a place where there is none, mostly that of the quote at the end
   */
  int simpleText(byte[] bytes, int from, int to) {
    int at = from;
    while (canUseBlock(bytes, at, to)) {
      int end = block.plainEnd(at);
      byte next = end < block.end() ? bytes[end] : -1;
      boolean wordsEnd = next == '"' || next == '\\';
      // A word may go on in the next block, or with a letter that is not of ASCII.
      int wholeEnd = wordsEnd ? end : block.lastWordStart(at, end);
      add(bytes, at, block.words(at, wholeEnd));
      charsLeft -= wholeEnd - at;
      at = wholeEnd;
      if (wordsEnd) {
        if (next == '"' || end + 1 == to || bytes[end + 1] == 'u') {
          return at;
        }
        separator();
        at += 2;
      } else if (end < block.end() || block.startsAt(at)) {
        return at;
      } else {
        block.clear();
      }
    }
    return at;
  }

  /** Reads a row of letters, digits and underscores of ASCII, and returns where it ends. */
  int row(byte[] bytes, int from, int end) {
    int to = Math.min(end, from + charsLeft);
    int at = from;
    while (at < to && OF_WORD[bytes[at] & 0xff]) {
      at++;
    }
    if (at == from) {
      return at;
    }
    charsLeft -= at - from;
    if (at < to && bytes[at] >= 0 && word.isEmpty()) {
      words.add(WordHash.of(bytes, from, at)); // It is whole.
    } else {
      word.add(bytes, from, at);
    }
    return at;
  }

  /**
   * Reads a character of ASCII that is of no word, or a byte of one that has several, see RFC 3629,
   * section 3.
   */
  void other(byte b) {
    if (b >= 0) {
      separator();
    } else if (bytesLeft == 0) {
      bytesLeft = (b & 0xe0) == 0xc0 ? 1 : (b & 0xf0) == 0xe0 ? 2 : 3;
      codePoint = b & (0x3f >> bytesLeft);
    } else {
      codePoint = codePoint << SIX_BITS | (b & 0x3f);
      bytesLeft--;
      if (bytesLeft == 0) {
        character();
      }
    }
  }

  private void character() {
    charsLeft -= Character.charCount(codePoint);
    if (WordHash.isOfWord(codePoint)) {
      word.add(codePoint);
    } else {
      endWord();
    }
  }

  /**
   * Whether what follows can be read by the block: not within a word or character, and not where
   * the last character that counts may be near.
   */
  private boolean canUseBlock(byte[] bytes, int at, int to) {
    return word.isEmpty()
        && bytesLeft == 0
        && charsLeft > 2 * PlainBytes.BLOCK
        && block.has(bytes, at, to);
  }

  /** Adds words, given by the bits of their bytes. */
  private void add(byte[] bytes, int at, long ofWords) {
    long rest = ofWords;
    while (rest != 0) {
      int start = Long.numberOfTrailingZeros(rest);
      long carried = rest + Long.lowestOneBit(rest);
      int end = Long.numberOfTrailingZeros(carried & ~rest);
      words.add(WordHash.of(bytes, at + start, at + end));
      rest &= carried;
    }
  }

  private void endWord() {
    if (!word.isEmpty()) {
      words.add(word.end());
    }
  }
}
