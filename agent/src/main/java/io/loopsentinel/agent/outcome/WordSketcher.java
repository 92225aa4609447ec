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

  private static final int DIGITS_OF_ESCAPE = 4;

  private final WordReader reader = new WordReader();
  private Place place = Place.BETWEEN;
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
    place = Place.BETWEEN;
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

  @Override
  public void accept(byte[] bytes, int from, int to) {
    reader.newPiece();
    int at = from;
    while (at < to && reader.goesOn()) {
      switch (place) {
        case BETWEEN -> at = between(bytes, at, to);
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

  /** Reads on until a value begins that is not simple. */
  private int between(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && place == Place.BETWEEN) {
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
            place = Place.NUMBER;
            reader.separator();
          }
        }
      }
    }
    return at;
  }

  private int beginText(int at) {
    place = Place.TEXT;
    return at;
  }

  private int beginName(byte[] bytes, int at, int to) {
    int end = reader.simpleName(bytes, at, to);
    place = end > at ? Place.BETWEEN : Place.NAME;
    return end;
  }

  private int beginNumber(byte[] bytes, int at, int to) {
    int end = reader.simpleNumber(bytes, at, to);
    place = end > at ? Place.BETWEEN : Place.NUMBER;
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
        place = bytes[at] == '"' ? Place.BETWEEN : Place.NAME_ESCAPE;
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
      place = Place.TEXT_ESCAPE;
    } else {
      reader.other(b);
    }
    return at + 1;
  }

  /** What the form escapes is of no word: quotes, control characters, halves of characters. */
  private void escape(byte what) {
    reader.separator();
    digitsLeft = DIGITS_OF_ESCAPE;
    place = what == 'u' ? Place.ESCAPED_DIGITS : Place.TEXT;
  }

  private void endValue() {
    reader.separator();
    place = Place.BETWEEN;
  }
}
