package io.loopsentinel.agent.outcome;

import io.loopsentinel.agent.fingerprint.CanonicalListener;
import java.util.Arrays;

/**
 * Computes the {@link ArgumentSketch} of a call's arguments from their canonical JSON as it comes.
 *
 * <p>It is what a listener is told while the arguments' fingerprint is computed, so they are
 * written once for both. It reads what {@link ArgumentValues} reads, in the same limits: texts and
 * numbers, but no names of members. A text turns out to be a name when a colon follows, so its
 * words are held back until then.
 *
 * <p>Not thread-safe; used again after {@link #reset}. It takes memory only for texts of more words
 * than any before.
 */
public final class WordSketcher implements CanonicalListener {

  private static final int NONE = -1;
  private static final int CUT = '…';
  private static final int HEX = 16;
  private static final int HEX_DIGITS = 4;
  private static final int ASCII = 0x80;
  private static final int HELD_BACK = 64;

  /** Of each byte the small letter, digit or underscore that it is, 0 or {@link #NONE}. */
  private static final byte[] OF_WORD = ofWord();

  private enum State {
    OUTSIDE,
    TEXT,
    ESCAPE,
    UNICODE,
    AFTER_TEXT,
    NUMBER
  }

  private final SmallestHashes words = new SmallestHashes();
  private final WordHash word = new WordHash();
  private final Utf8Decoder decoder = new Utf8Decoder();
  private long[] heldBack = new long[HELD_BACK];
  private int heldBackSize;
  private State state = State.OUTSIDE;
  private int code;
  private int digitsLeft;
  private boolean mayBeName;
  private boolean isDone;

  /** Characters of the JSON that are still read, in UTF-16. */
  private int jsonLeft;

  /** A character for which there is room only if it is the last; NONE: none came yet. */
  private int beyond;

  private int valuesLeft;

  /** Characters of values that still count. */
  private int left;

  /** How many of them this value has. */
  private int used;

  /** Creates one that has read nothing. */
  public WordSketcher() {
    reset();
  }

  /** Forgets what was read. */
  public void reset() {
    words.clear();
    word.clear();
    decoder.clear();
    heldBackSize = 0;
    state = State.OUTSIDE;
    mayBeName = false;
    isDone = false;
    jsonLeft = ArgumentValues.MAX_CHARS - 1;
    beyond = NONE;
    valuesLeft = ArgumentValues.MAX_VALUES;
    left = ArgumentSketch.MAX_CHARS;
    used = 0;
  }

  /**
   * Reads the next piece, which may end within a character.
   *
   * @param bytes UTF-8, not kept
   */
  @Override
  public void accept(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && !isDone) {
      if (state == State.TEXT && decoder.isEmpty()) {
        at = readPlain(bytes, at, Math.min(to, at + jsonLeft));
        if (at == to) {
          return;
        }
      }
      int c = bytes[at] >= 0 && decoder.isEmpty() ? bytes[at] : decoder.add(bytes[at]);
      at++;
      if (c != Utf8Decoder.INCOMPLETE) {
        readOne(c);
      }
    }
  }

  /** Returns the bits of the sketch of all that was read. Nothing can be read after that. */
  public long bits() {
    finish();
    return words.bits();
  }

  /** Returns how many words the sketch is of. Nothing can be read after that. */
  public int words() {
    finish();
    return words.size();
  }

  /** Reads characters of a text up to one that is not of ASCII, an escape or the end. */
  private int readPlain(byte[] bytes, int from, int to) {
    int end = Math.min(to, from + Math.max(left - used, 0));
    int at = from;
    for (; at < end; at++) {
      int c = OF_WORD[bytes[at] & 0xff];
      if (c > 0) {
        word.addByte(c);
      } else if (c == 0) {
        endWord();
      } else {
        break;
      }
    }
    used += at - from;
    if (used >= left) {
      endWord();
      while (at < to && OF_WORD[bytes[at] & 0xff] != NONE) {
        at++;
        used = left + 1;
      }
    }
    jsonLeft -= at - from;
    if (used > left && !mayBeName) {
      endValue();
    }
    return at;
  }

  private void readOne(int c) {
    int length = Character.charCount(c);
    if (beyond != NONE) {
      read(CUT);
      finish();
    } else if (length > jsonLeft) {
      beyond = c;
    } else {
      jsonLeft -= length;
      read(c);
    }
  }

  private void read(int c) {
    switch (state) {
      case OUTSIDE -> readOutside(c);
      case TEXT -> {
        if (c == '"') {
          endWord();
          state = State.AFTER_TEXT;
        } else if (c == '\\') {
          state = State.ESCAPE;
        } else {
          add(c);
        }
      }
      case ESCAPE -> readEscaped(c);
      case UNICODE -> {
        code = code * HEX + Math.max(0, Character.digit(c, HEX));
        if (--digitsLeft == 0) {
          state = State.TEXT;
          add((char) code);
        }
      }
      case AFTER_TEXT -> {
        state = State.OUTSIDE;
        if (c == ':') {
          heldBackSize = 0;
          used = 0;
          mayBeName = false;
        } else {
          endValue();
          readOutside(c);
        }
      }
      case NUMBER -> {
        if (c == ',' || c == ']' || c == '}') {
          endWord();
          endValue();
          readOutside(c);
        } else {
          add(c);
        }
      }
    }
  }

  private void readOutside(int c) {
    if (c == '"') {
      state = State.TEXT;
    } else if (c == '-' || (c >= '0' && c <= '9')) {
      state = State.NUMBER;
      add(c);
    } else {
      // What follows a brace or a comma may be a name; what follows a colon or a bracket is none.
      mayBeName = c != ':' && c != '[';
    }
  }

  private void readEscaped(int c) {
    if (c == 'u') {
      state = State.UNICODE;
      code = 0;
      digitsLeft = HEX_DIGITS;
    } else {
      state = State.TEXT;
      add(c == 'n' || c == 't' || c == 'r' || c == 'b' || c == 'f' ? ' ' : c);
    }
  }

  private void add(int c) {
    used += Character.charCount(c);
    if (used <= left && WordHash.isOfWord(c)) {
      word.add(Character.toLowerCase(c));
    } else {
      endWord();
    }
  }

  private void endWord() {
    if (!word.isEmpty()) {
      if (heldBackSize == heldBack.length) {
        heldBack = Arrays.copyOf(heldBack, 2 * heldBackSize);
      }
      heldBack[heldBackSize++] = word.end();
    }
  }

  private void endValue() {
    for (int i = 0; i < heldBackSize; i++) {
      words.add(heldBack[i]);
    }
    heldBackSize = 0;
    left -= used + 1;
    used = 0;
    valuesLeft--;
    state = State.OUTSIDE;
    isDone = left <= 0 || valuesLeft == 0;
  }

  private void finish() {
    if (isDone) {
      return;
    }
    if (beyond != NONE) {
      read(beyond);
    }
    if (state == State.UNICODE) {
      add((char) code);
    }
    if (state != State.OUTSIDE && !isDone) {
      endWord();
      endValue();
    }
    isDone = true;
  }

  private static byte[] ofWord() {
    byte[] table = new byte[2 * ASCII];
    for (int c = 0; c < ASCII; c++) {
      table[c] = (byte) (WordHash.isOfWord(c) ? Character.toLowerCase(c) : 0);
    }
    Arrays.fill(table, ASCII, table.length, (byte) NONE);
    table['"'] = NONE;
    table['\\'] = NONE;
    return table;
  }
}
