package io.loopsentinel.agent.outcome;

import io.loopsentinel.agent.fingerprint.CanonicalListener;

/**
 * Makes the {@link ArgumentSketch} of a call's arguments of the bytes of their canonical form, while
 * these are digested, so that nobody has to render them once more.
 *
 * <p>The form has no white space, so a text that follows the brace or comma of an object is a name,
 * and any other is a value. Which containers are objects is kept in the bits of a number, for none
 * is deeper than 64. Used for one call after the other; not thread-safe.
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
  private static final int ESCAPED = 4;
  private static final int CONTINUED_BITS = 6;

  /** For each character of ASCII that is of a word, the same in lower case; for others 0. */
  private static final byte[] WORD = new byte[ASCII];

  static {
    for (char c = 0; c < ASCII; c++) {
      WORD[c] = c == '_' || Character.isLetterOrDigit(c) ? (byte) Character.toLowerCase(c) : 0;
    }
  }

  private final SmallestHashes hashes = new SmallestHashes(ArgumentSketch.MOST_WORDS);
  private final WordHash word = new WordHash();
  private Place place = Place.BETWEEN;
  private long objects;
  private boolean nameNext;
  private int codePoint;

  /** Bytes to come of a character that has begun. */
  private int bytesLeft;

  private int digitsLeft;

  /** Characters of the values that are still looked at. */
  private int charsLeft;

  /** Creates a sketcher of nothing. */
  public WordSketcher() {
    reset();
  }

  /** Begins with the arguments of another call. */
  public void reset() {
    hashes.clear();
    if (!word.isEmpty()) {
      word.end();
    }
    place = Place.BETWEEN;
    objects = 0;
    nameNext = false;
    bytesLeft = 0;
    charsLeft = ArgumentSketch.MAX_CHARS;
  }

  /** Returns the bits of the sketch of what it was told of, all of it by now. */
  public long bits() {
    endWord();
    long bits = 0;
    for (int i = 0; i < hashes.size(); i++) {
      bits ^= ArgumentSketch.bitsOf(hashes.get(i));
    }
    return bits;
  }

  /** Returns how many words the sketch is of. */
  public int words() {
    endWord();
    return hashes.size();
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
        if (token == '-' || (token >= '0' && token <= '9')) {
          place = Place.NUMBER;
          character(token);
        }
      }
    }
  }

  private int number(byte[] bytes, int from, int to) {
    int at = from;
    for (; at < to; at++) {
      byte b = bytes[at];
      if (b == ',' || b == ']' || b == '}') {
        endValue();
        break;
      }
      character(b & (ASCII - 1));
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
    for (int at = from; at < to; at++) {
      byte b = bytes[at];
      if (b == '"') {
        endValue();
        return at + 1;
      }
      if (b == '\\') {
        place = Place.TEXT_ESCAPE;
        return at + 1;
      }
      if (b >= 0) {
        character(b);
      } else {
        partOfCharacter(b);
      }
      if (charsLeft <= 0) {
        return to;
      }
    }
    return to;
  }

  private void character(int ascii) {
    charsLeft--;
    int c = WORD[ascii];
    if (c != 0) {
      word.add(c);
    } else {
      endWord();
    }
  }

  /** Takes a byte of a character that has several, see RFC 3629, section 3. */
  private void partOfCharacter(int b) {
    if (bytesLeft == 0) {
      bytesLeft = (b & 0xe0) == 0xc0 ? 1 : (b & 0xf0) == 0xe0 ? 2 : 3;
      codePoint = b & (0x3f >> bytesLeft);
      return;
    }
    codePoint = codePoint << CONTINUED_BITS | (b & 0x3f);
    bytesLeft--;
    if (bytesLeft == 0) {
      charsLeft -= Character.charCount(codePoint);
      if (Character.isLetterOrDigit(codePoint)) {
        word.add(Character.toLowerCase(codePoint));
      } else {
        endWord();
      }
    }
  }

  /** What the form escapes is of no word: quotes, control characters, halves of characters. */
  private void escape(byte what) {
    charsLeft--;
    endWord();
    digitsLeft = ESCAPED;
    place = what == 'u' ? Place.ESCAPED_DIGITS : Place.TEXT;
  }

  private void endValue() {
    endWord();
    charsLeft--;
    place = Place.BETWEEN;
  }

  private void endWord() {
    if (!word.isEmpty()) {
      hashes.add(word.end());
    }
  }
}
