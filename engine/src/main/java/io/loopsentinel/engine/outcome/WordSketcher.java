package io.loopsentinel.engine.outcome;

/**
 * Makes the {@link ArgumentSketch} of a call's arguments of the bytes of their canonical form,
 * while these are digested, so that nobody has to render them once more.
 *
 * <p>The form has no white space, so a text that follows the brace or comma of an object is a name,
 * and any other is a value. Which containers are objects is kept in the bits of a number, for none
 * is deeper than 64. Pieces of the form may end anywhere, within a character too. Used for one call
 * after the other; not thread-safe.
 */
public final class WordSketcher {

  private static final int BETWEEN = 0;
  private static final int NUMBER = 1;
  private static final int NAME = 2;
  private static final int NAME_ESCAPE = 3;
  private static final int TEXT = 4;
  private static final int TEXT_ESCAPE = 5;
  private static final int ESCAPED_DIGITS = 6;

  private static final int DIGITS_OF_ESCAPE = 4;

  private final WordReader reader = new WordReader();

  /**
   * Where in the form the next byte stands. A number and no enum constant, for it changes all the
   * time, and with G1 each reference written into an old object may cost a fence, which also waits
   * for whatever the processor is fetching.
   */
  private int place = BETWEEN;

  private long objects;
  private boolean nameNext;
  private int digitsLeft;

  /** Creates one that has read nothing. */
  public WordSketcher() {
    reset();
  }

  /** Forgets what was read. */
  public void reset() {
    reader.clear();
    place = BETWEEN;
    objects = 0;
    nameNext = false;
  }

  /** Returns the bits of the sketch of what was read, which is all by now. */
  public long bits() {
    return reader.words().bits();
  }

  /** Returns how many words the sketch is of. */
  public int words() {
    return reader.words().size();
  }

  /** Reads the next piece of the form. */
  public void accept(byte[] bytes, int from, int to) {
    reader.newPiece();
    int at = from;
    while (at < to && reader.goesOn()) {
      switch (place) {
        case BETWEEN -> at = between(bytes, at, to);
        case NUMBER -> at = number(bytes, at, to);
        case NAME -> at = name(bytes, at, to);
        case NAME_ESCAPE -> {
          place = NAME;
          at++;
        }
        case TEXT -> at = text(bytes, at, to);
        case TEXT_ESCAPE -> escape(bytes[at++]);
        case ESCAPED_DIGITS -> {
          at++;
          digitsLeft--;
          place = digitsLeft == 0 ? TEXT : place;
        }
        default -> throw new IllegalStateException("place " + place);
      }
    }
  }

  /** Reads on until a value begins that is not simple. */
  private int between(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && place == BETWEEN) {
      byte token = bytes[at++];
      switch (token) {
        case '"' -> at = nameNext ? beginName(bytes, at, to) : beginText(at);
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
          if (token >= '0' && token <= '9') {
            at = beginNumber(bytes, at - 1, to);
          } else if (token == '-') {
            place = NUMBER;
            reader.separator();
          }
        }
      }
    }
    return at;
  }

  private int beginText(int at) {
    place = TEXT;
    return at;
  }

  private int beginName(byte[] bytes, int at, int to) {
    int end = reader.simpleName(bytes, at, to);
    place = end > at ? BETWEEN : NAME;
    return end;
  }

  private int beginNumber(byte[] bytes, int at, int to) {
    int end = reader.simpleNumber(bytes, at, to);
    place = end > at ? BETWEEN : NUMBER;
    return end;
  }

  private int number(byte[] bytes, int from, int to) {
    int at = reader.row(bytes, from, to);
    if (at == to || !reader.goesOn()) {
      return at;
    }
    byte b = bytes[at];
    if (WordReader.endsNumber(b)) {
      endValue();
      return at;
    }
    reader.other(b);
    return at + 1;
  }

  private int name(byte[] bytes, int from, int to) {
    for (int at = from; at < to; at++) {
      if (bytes[at] == '"' || bytes[at] == '\\') {
        place = bytes[at] == '"' ? BETWEEN : NAME_ESCAPE;
        return at + 1;
      }
    }
    return to;
  }

  private int text(byte[] bytes, int from, int to) {
    int at = reader.simpleText(bytes, from, to);
    if (at < to && bytes[at] != '"') {
      at = reader.row(bytes, at, to);
    }
    if (at == to || !reader.goesOn()) {
      return at;
    }
    byte b = bytes[at];
    if (b == '"') {
      endValue();
    } else if (b == '\\') {
      place = TEXT_ESCAPE;
    } else {
      reader.other(b);
    }
    return at + 1;
  }

  /** What the form escapes is of no word: quotes, control characters, halves of characters. */
  private void escape(byte what) {
    reader.separator();
    digitsLeft = DIGITS_OF_ESCAPE;
    place = what == 'u' ? ESCAPED_DIGITS : TEXT;
  }

  private void endValue() {
    reader.separator();
    place = BETWEEN;
  }
}
