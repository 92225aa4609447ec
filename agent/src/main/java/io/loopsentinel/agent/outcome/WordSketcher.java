package io.loopsentinel.agent.outcome;

import io.loopsentinel.agent.fingerprint.CanonicalListener;

/**
 * Makes the {@link ArgumentSketch} of a call's arguments of the bytes of their canonical form,
 * while these are digested, so that nobody has to render them once more.
 *
 * <p>The form has no white space, so a text that follows the brace or comma of an object is a name,
 * and any other is a value. Which containers are objects is kept in the bits of a number, for none
 * is deeper than 64. Pieces of the form may end anywhere, within a character too. Used for one call
 * after the other; not thread-safe.
 */
public final class WordSketcher implements CanonicalListener {

  /** Where in the form the next byte stands. */
  private enum Place {
    BETWEEN,
    NUMBER,
    NAME,
    NAME_ESCAPE,
    TEXT,
    TEXT_ESCAPE,
    ESCAPED_DIGITS
  }

  private static final int ASCII = 0x80;
  private static final int DIGITS_OF_ESCAPE = 4;
  private static final int SIX_BITS = 6;

  /** Of each byte whether it is a letter, digit or underscore of ASCII. */
  private static final boolean[] OF_WORD = new boolean[1 << Byte.SIZE];

  static {
    for (int c = 0; c < ASCII; c++) {
      OF_WORD[c] = WordHash.isOfWord(c);
    }
  }

  private final SmallestHashes words = new SmallestHashes();
  private final WordHash word = new WordHash();
  private Place place = Place.BETWEEN;
  private long objects;
  private boolean nameNext;
  private int codePoint;

  /** Bytes to come of a character that has begun. */
  private int bytesLeft;

  private int digitsLeft;

  /** Characters of values that still count. */
  private int charsLeft;

  /** Creates one that has read nothing. */
  public WordSketcher() {
    reset();
  }

  /** Forgets what was read. */
  public void reset() {
    words.clear();
    word.clear();
    place = Place.BETWEEN;
    objects = 0;
    nameNext = false;
    bytesLeft = 0;
    charsLeft = ArgumentSketch.MAX_CHARS;
  }

  /** Returns the bits of the sketch of what was read, which is all by now. */
  public long bits() {
    endWord();
    return words.bits();
  }

  /** Returns how many words the sketch is of. */
  public int words() {
    endWord();
    return words.size();
  }

  @Override
  public void accept(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && charsLeft > 0) {
      switch (place) {
        case BETWEEN -> between(bytes[at++]);
        case NUMBER -> at = number(bytes, at, to);
        case NAME -> at = name(bytes, at, to);
        case NAME_ESCAPE -> {
          place = Place.NAME;
          at++;
        }
        case TEXT -> at = text(bytes, at, to);
        case TEXT_ESCAPE -> escape(bytes[at++]);
        case ESCAPED_DIGITS -> {
          at++;
          digitsLeft--;
          place = digitsLeft == 0 ? Place.TEXT : place;
        }
      }
    }
  }

  private void between(byte token) {
    switch (token) {
      case '"' -> place = nameNext ? Place.NAME : Place.TEXT;
      case '{', '[' -> {
        objects = objects << 1 | (token == '{' ? 1 : 0);
        nameNext = token == '{';
      }
      case '}', ']' -> {
        objects >>>= 1;
        nameNext = false;
      }
      case ',' -> nameNext = (objects & 1) == 1;
      case ':' -> nameNext = false;
      default -> {
        if (token == '-') {
          place = Place.NUMBER;
          charsLeft--;
        } else if (token >= '0' && token <= '9') {
          place = Place.NUMBER;
          charsLeft--;
          word.add(token);
        }
      }
    }
  }

  private int number(byte[] bytes, int from, int to) {
    int at = asciiOfWord(bytes, from, Math.min(to, from + charsLeft));
    if (at < to && charsLeft > 0) {
      byte b = bytes[at];
      if (b == ',' || b == ']' || b == '}') {
        endValue();
        return at;
      }
      other(b);
      at++;
    }
    return at;
  }

  private int name(byte[] bytes, int from, int to) {
    for (int at = from; at < to; at++) {
      if (bytes[at] == '"' || bytes[at] == '\\') {
        place = bytes[at] == '"' ? Place.BETWEEN : Place.NAME_ESCAPE;
        return at + 1;
      }
    }
    return to;
  }

  private int text(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && charsLeft > 0) {
      at = asciiOfWord(bytes, at, Math.min(to, at + charsLeft));
      if (at == to || charsLeft <= 0) {
        break;
      }
      byte b = bytes[at++];
      if (b == '"') {
        endValue();
        return at;
      }
      if (b == '\\') {
        place = Place.TEXT_ESCAPE;
        return at;
      }
      other(b);
    }
    return at;
  }

  /** Reads a row of letters, digits and underscores of ASCII, and returns where it ends. */
  private int asciiOfWord(byte[] bytes, int from, int to) {
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
   * Takes a character of ASCII that is of no word, or a byte of one that has several, see RFC 3629,
   * section 3.
   */
  private void other(byte b) {
    if (b >= 0) {
      charsLeft--;
      endWord();
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

  /** What the form escapes is of no word: quotes, control characters, halves of characters. */
  private void escape(byte what) {
    charsLeft--;
    endWord();
    digitsLeft = DIGITS_OF_ESCAPE;
    place = what == 'u' ? Place.ESCAPED_DIGITS : Place.TEXT;
  }

  private void endValue() {
    endWord();
    charsLeft--;
    place = Place.BETWEEN;
  }

  private void endWord() {
    if (!word.isEmpty()) {
      words.add(word.end());
    }
  }
}
