package io.loopsentinel.agent.fingerprint;

/**
 * A text read from its beginning to its end, as {@link CharacterBytes}, a piece at a time.
 *
 * <p>Places are those in the text. None may be asked for that is before an earlier one. Reused from
 * text to text; not thread-safe.
 */
final class TextWindow {

  private static final int SIZE = CharacterBytes.MAX;

  private final byte[] bytes = new byte[SIZE + PlainBytes.SLACK];
  private final CharacterBytes copier = new CharacterBytes(bytes);
  private String text = "";
  private int base;
  private int limit;

  /** Begins with a text. */
  void start(String newText) {
    text = newText;
    base = 0;
    limit = 0;
  }

  /** Lets go of the text. */
  void release() {
    text = "";
  }

  /** Returns the character at a place, negative if it is not ASCII; after the end, 0. */
  int at(int place) {
    return place < limit || slide(place) ? bytes[place - base] : 0;
  }

  /**
   * Returns the first place from a given one on whose character does not stand for itself inside a
   * JSON string, or the text's end.
   */
  int plainEnd(int from) {
    int at = from;
    while (at < limit || slide(at)) {
      int end = base + PlainBytes.end(bytes, at - base, limit - base);
      if (end < limit) {
        return end;
      }
      at = end;
    }
    return at;
  }

  private boolean slide(int place) {
    if (place >= text.length()) {
      return false;
    }
    base = place;
    limit = Math.min(text.length(), place + SIZE);
    copier.copy(text, base, limit, 0);
    return true;
  }
}
