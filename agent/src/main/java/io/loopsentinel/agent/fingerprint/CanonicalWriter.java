package io.loopsentinel.agent.fingerprint;

/**
 * Turns the tokens of canonical JSON into UTF-8 and hands them on in blocks.
 *
 * <p>Text is escaped as RFC 8785, section 3.2.2.2, prescribes. The RFC has no form for a surrogate
 * without its partner; it is written as an escape ({@code \ud800}), as <a
 * href="https://tc39.es/proposal-well-formed-stringify/">JSON.stringify</a> does, so that two
 * different ones stay different.
 *
 * <p>Not thread-safe.
 */
final class CanonicalWriter {

  /** Takes the bytes; they are only valid during the call. */
  interface Sink {
    void accept(byte[] bytes, int length);
  }

  private static final int CAPACITY = 4096;
  private static final int CHUNK = 512;
  private static final String HEX = "0123456789abcdef";

  private final Sink sink;
  private final Es6Number numbers = new Es6Number();
  private final byte[] buffer = new byte[CAPACITY];
  private int size;
  private long flushed;
  private long limit = Long.MAX_VALUE;

  /** A high surrogate whose partner may be the next character; 0 if there is none. */
  private char high;

  /** Whether something stands before the next member or element in its container. */
  private boolean separate;

  CanonicalWriter(Sink sink) {
    this.sink = sink;
  }

  /** Sets the number of bytes after which no container gets another part, unless it is lower. */
  void limitTo(long bytes) {
    limit = Math.min(limit, bytes);
  }

  /** Hands on what is left. */
  void flush() {
    sink.accept(buffer, size);
    flushed += size;
    size = 0;
  }

  /** Forgets everything, what has not been handed on too. */
  void reset() {
    size = 0;
    flushed = 0;
    limit = Long.MAX_VALUE;
    high = 0;
    separate = false;
  }

  /** Begins an object or array. */
  void open(char bracket) {
    put(bracket);
    separate = false;
  }

  /**
   * Begins a member or element.
   *
   * @return false if the limit is reached; then there is to be no more in this container
   */
  boolean next() {
    if (separate) {
      put(',');
    }
    separate = true;
    if (flushed + size > limit) {
      raw(Limits.MORE);
      return false;
    }
    return true;
  }

  /** Ends an object or array. */
  void close(char bracket) {
    put(bracket);
    separate = true;
  }

  /** Writes one ASCII character. */
  void put(char ascii) {
    room(1);
    buffer[size++] = (byte) ascii;
  }

  /** Writes text as it is, neither quoted nor escaped. */
  void raw(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      room(4);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        supplementary(Character.toCodePoint(c, text.charAt(++i)));
      } else {
        basic(c);
      }
    }
  }

  /**
   * Writes a part of a text that is known to be ASCII as it is.
   *
   * <p>{@link String#getBytes(int, int, byte[], int)} drops the upper half of each character, the
   * reason for its deprecation. ASCII has none, and no other method copies without allocating.
   */
  @SuppressWarnings("deprecation")
  void ascii(String text, int from, int to) {
    int at = from;
    while (at < to) {
      room(Math.min(to - at, CAPACITY));
      int count = Math.min(to - at, CAPACITY - size);
      text.getBytes(at, at + count, buffer, size);
      size += count;
      at += count;
    }
  }

  /** Writes a text as a JSON string. */
  void string(String text) {
    put('"');
    int length = text.length();
    int at = 0;
    while (at < length) {
      room(CHUNK);
      if (high == 0) {
        at = plainRun(text, at, Math.min(length, at + CHUNK));
      }
      if (at < length) {
        character(text.charAt(at++));
      }
    }
    endString();
  }

  private int plainRun(String text, int from, int to) {
    int at = from;
    int end = size;
    for (; at < to; at++) {
      char c = text.charAt(at);
      if (!isPlain(c)) {
        break;
      }
      buffer[end++] = (byte) c;
    }
    size = end;
    return at;
  }

  /** Tells whether a character stands for itself, in one byte, inside a JSON string. */
  static boolean isPlain(char c) {
    return c >= ' ' && c < 0x80 && c != '"' && c != '\\';
  }

  /** Writes one character of a string that was begun with {@code put('"')}. */
  void character(char c) {
    room(16);
    if (high != 0) {
      char first = high;
      high = 0;
      if (Character.isLowSurrogate(c)) {
        supplementary(Character.toCodePoint(first, c));
        return;
      }
      unicodeEscape(first);
    }
    if (isPlain(c)) {
      buffer[size++] = (byte) c;
    } else if (c < 0x80) {
      escape(c);
    } else if (Character.isHighSurrogate(c)) {
      high = c;
    } else if (Character.isLowSurrogate(c)) {
      unicodeEscape(c);
    } else {
      basic(c);
    }
  }

  /** Ends a string. */
  void endString() {
    room(8);
    if (high != 0) {
      unicodeEscape(high);
      high = 0;
    }
    buffer[size++] = '"';
  }

  /** Writes a whole number with all its digits. */
  void number(long value) {
    room(Es6Number.MAX_LENGTH);
    size = Es6Number.write(value, buffer, size);
  }

  /** Writes a double; NaN and the infinities, which JSON does not have, by their names. */
  void number(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      raw(Double.toString(value));
      return;
    }
    room(Es6Number.MAX_LENGTH);
    size = numbers.write(value, buffer, size);
  }

  /** Writes the double nearest to the JSON number that is the given part of a text. */
  void decimal(String text, int from, int to) {
    room(Es6Number.MAX_LENGTH);
    int end = Es6Number.writeDecimal(text, from, to, buffer, size);
    if (end >= 0) {
      size = end;
    } else {
      number(Double.parseDouble(text.substring(from, to)));
    }
  }

  private void escape(char c) {
    switch (c) {
      case '"', '\\' -> escapeAs(c);
      case '\b' -> escapeAs('b');
      case '\t' -> escapeAs('t');
      case '\n' -> escapeAs('n');
      case '\f' -> escapeAs('f');
      case '\r' -> escapeAs('r');
      default -> unicodeEscape(c);
    }
  }

  private void escapeAs(char c) {
    buffer[size++] = '\\';
    buffer[size++] = (byte) c;
  }

  private void unicodeEscape(char c) {
    escapeAs('u');
    for (int shift = 12; shift >= 0; shift -= 4) {
      buffer[size++] = (byte) HEX.charAt((c >> shift) & 0xf);
    }
  }

  private void basic(char c) {
    if (c < 0x80) {
      buffer[size++] = (byte) c;
      return;
    }
    if (c < 0x800) {
      buffer[size++] = (byte) (0xc0 | (c >> 6));
    } else {
      buffer[size++] = (byte) (0xe0 | (c >> 12));
      buffer[size++] = (byte) (0x80 | ((c >> 6) & 0x3f));
    }
    buffer[size++] = (byte) (0x80 | (c & 0x3f));
  }

  private void supplementary(int codePoint) {
    buffer[size++] = (byte) (0xf0 | (codePoint >> 18));
    buffer[size++] = (byte) (0x80 | ((codePoint >> 12) & 0x3f));
    buffer[size++] = (byte) (0x80 | ((codePoint >> 6) & 0x3f));
    buffer[size++] = (byte) (0x80 | (codePoint & 0x3f));
  }

  private void room(int bytes) {
    if (CAPACITY - size < bytes) {
      flush();
    }
  }
}
