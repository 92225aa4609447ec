package io.loopsentinel.agent.fingerprint;

/**
 * Encodes text as UTF-8 into a buffer that is handed on whenever it is full.
 *
 * <p>Not thread-safe.
 */
final class Utf8Output {

  /** Takes the bytes; they are only valid during the call. */
  interface Sink {
    void accept(byte[] bytes, int length);
  }

  /** Characters that {@link #plainRun} takes at a time; much less than fits in the buffer. */
  private static final int RUN = 512;

  private static final int CAPACITY = 4096;

  private final Sink sink;
  private final Es6Number numbers = new Es6Number();
  private final byte[] buffer = new byte[CAPACITY];
  private int size;
  private long flushed;

  Utf8Output(Sink sink) {
    this.sink = sink;
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
  }

  /** Returns the number of bytes written, handed on or not. */
  long written() {
    return flushed + size;
  }

  /** Returns the number of bytes written and not yet handed on. */
  int waiting() {
    return size;
  }

  void ascii(char c) {
    room(1);
    buffer[size++] = (byte) c;
  }

  /**
   * Writes a part of a text that is known to be ASCII.
   *
   * <p>{@link String#getBytes(int, int, byte[], int)} drops the upper half of each character, the
   * reason for its deprecation. ASCII has none, and no other method copies without allocating.
   */
  @SuppressWarnings("deprecation")
  void ascii(String text, int from, int to) {
    int at = from;
    while (at < to) {
      room(Math.min(to - at, RUN));
      int count = Math.min(to - at, CAPACITY - size);
      text.getBytes(at, at + count, buffer, size);
      size += count;
      at += count;
    }
  }

  /** Writes plain characters of a text until one that is not; returns its place. */
  int plainRun(String text, int from) {
    room(RUN);
    int to = Math.min(text.length(), from + RUN);
    int at = from;
    int end = size;
    byte[] bytes = buffer;
    for (; at < to; at++) {
      char c = text.charAt(at);
      if (!CanonicalWriter.isPlain(c)) {
        break;
      }
      bytes[end++] = (byte) c;
    }
    size = end;
    return at;
  }

  /** Writes a code point; that of a lone surrogate in the three bytes it would have. */
  void codePoint(int c) {
    room(4);
    if (c < 0x80) {
      buffer[size++] = (byte) c;
      return;
    }
    if (c < 0x800) {
      buffer[size++] = (byte) (0xc0 | (c >> 6));
    } else {
      if (c < 0x10000) {
        buffer[size++] = (byte) (0xe0 | (c >> 12));
      } else {
        buffer[size++] = (byte) (0xf0 | (c >> 18));
        buffer[size++] = (byte) (0x80 | ((c >> 12) & 0x3f));
      }
      buffer[size++] = (byte) (0x80 | ((c >> 6) & 0x3f));
    }
    buffer[size++] = (byte) (0x80 | (c & 0x3f));
  }

  /** Writes a whole number with all its digits. */
  void number(long value) {
    room(Es6Number.MAX_LENGTH);
    size = Es6Number.write(value, buffer, size);
  }

  /** Writes a finite double in its ECMAScript form. */
  void number(double value) {
    room(Es6Number.MAX_LENGTH);
    size = numbers.write(value, buffer, size);
  }

  /**
   * Writes the JSON number that is the given part of a text in its ECMAScript form.
   *
   * @return false if that takes its double, and nothing is written
   */
  boolean decimal(String text, int from, int to) {
    room(Es6Number.MAX_LENGTH);
    int end = Es6Number.writeDecimal(text, from, to, buffer, size);
    if (end < 0) {
      return false;
    }
    size = end;
    return true;
  }

  private void room(int bytes) {
    if (CAPACITY - size < bytes) {
      flush();
    }
  }
}
