package io.loopsentinel.engine.identity;

/**
 * The places of the characters that do not stand for themselves in a JSON string, of a text that is
 * read from its beginning on.
 *
 * <p>They are listed ahead of what is read, for so many characters at a time. To look up where a
 * string ends then does not have to wait until it is known where it begins: the processor goes on
 * with the strings after it meanwhile. Reused from text to text; not thread-safe.
 */
final class PlainPlaces {

  private static final byte[] NOTHING = {};

  /** How many characters are listed at a time. */
  private static final int CHUNK = 1024;

  /** Fewer places than that may be left when more are listed. */
  static final int AHEAD = 4;

  private static final int AT_ONCE = 4;

  private final int[] places = new int[AHEAD + CHUNK + AHEAD];
  private byte[] text = NOTHING;
  private int length;
  private int next;
  private int count;

  /** Up to where characters are listed. */
  private int listed;

  /**
   * Begins with a text.
   *
   * @param newText as {@link TextBytes}, whose end is among the places
   */
  void start(byte[] newText, int newLength) {
    text = newText;
    length = newLength;
    next = 0;
    count = 0;
    listed = 0;
  }

  /** Lets go of the text. */
  void release() {
    text = NOTHING;
  }

  /**
   * Returns the first place from another one on.
   *
   * @param from within the text, and not before that of the last call
   */
  int end(int from) {
    int at = next;
    while (true) {
      if (at == count) {
        next = at;
        list();
        at = 0;
      }
      int place = places[at];
      if (place >= from) {
        next = at;
        return place;
      }
      at++;
    }
  }

  /**
   * Returns the index of the first place from another one on, in {@link #array()}. There are some
   * more after it, which at the end of the text are that end.
   */
  int index(int from) {
    end(from);
    if (count - next < AHEAD) {
      list();
    }
    return next;
  }

  int[] array() {
    return places;
  }

  int count() {
    return count;
  }

  /** Tells which place is the first not to be passed over yet. */
  void goTo(int index) {
    next = index;
  }

  /** Lists more characters; those before the next are forgotten. */
  private void list() {
    if (listed > length) {
      return;
    }
    int size = count - next;
    if (size > 0) {
      System.arraycopy(places, next, places, 0, size);
    }
    do {
      size = listChunk(size);
    } while (size == 0);
    if (listed > length) {
      for (int i = 0; i < AHEAD; i++) {
        places[size++] = length;
      }
    }
    next = 0;
    count = size;
  }

  private int listChunk(int start) {
    byte[] bytes = text;
    int[] into = places;
    int size = start;
    int end = Math.min(length + 1, listed + CHUNK);
    for (int block = listed; block < end; block += PlainBytes.BLOCK) {
      long bits = PlainBytes.others(bytes, block);
      if (end - block < PlainBytes.BLOCK) {
        bits &= (1L << (end - block)) - 1;
      }
      int after = size + Long.bitCount(bits);
      while (bits != 0) {
        for (int i = 0; i < AT_ONCE; i++) {
          into[size + i] = block + Long.numberOfTrailingZeros(bits);
          bits &= bits - 1;
        }
        size += AT_ONCE;
      }
      size = after;
    }
    listed = end;
    return size;
  }
}
