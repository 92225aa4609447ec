package io.loopsentinel.engine.identity;

/**
 * Writes the tokens of canonical JSON.
 *
 * <p>Text is escaped as RFC 8785, section 3.2.2.2, prescribes. The RFC has no form for a surrogate
 * without its partner; it is written as an escape (<code>&#92;ud800</code>), as <a
 * href="https://tc39.es/proposal-well-formed-stringify/">JSON.stringify</a> does, so that two
 * different ones stay different.
 *
 * <p>Not thread-safe.
 */
final class CanonicalWriter {

  private static final String HEX = "0123456789abcdef";
  private static final boolean[] PLAIN = new boolean[0x80];

  static {
    for (char c = ' '; c < PLAIN.length; c++) {
      PLAIN[c] = c != '"' && c != '\\';
    }
  }

  private static final int PIECE = CharacterBytes.MAX;

  private final Utf8Output out;
  private final byte[] piece = new byte[PIECE + PlainBytes.SLACK];
  private final CharacterBytes copier = new CharacterBytes(piece);
  private long limit = Long.MAX_VALUE;

  /** Whether something stands before the next member or element in its container. */
  private boolean separate;

  /** A high surrogate whose partner may be the next character; 0 if there is none. */
  private char high;

  CanonicalWriter(Utf8Output.Sink sink) {
    this.out = new Utf8Output(sink);
  }

  /** Sets the number of bytes after which no container gets another part, unless it is lower. */
  void limitTo(long bytes) {
    limit = Math.min(limit, bytes);
  }

  /** Returns the number of bytes that are written and not yet handed on. */
  int waiting() {
    return out.waiting();
  }

  /** Hands on what is left. */
  void flush() {
    out.flush();
  }

  /** Prepares for another text, and forgets what has not been handed on. */
  void reset() {
    out.reset();
    limit = Long.MAX_VALUE;
    separate = false;
    high = 0;
  }

  /** Begins an object or array. */
  void open(char bracket) {
    out.ascii(bracket);
    separate = false;
  }

  /**
   * Begins a member or element.
   *
   * @return false if the limit is reached; then there is to be no more in this container
   */
  boolean next() {
    separate();
    if (out.written() > limit) {
      raw(Limits.MORE);
      return false;
    }
    return true;
  }

  /** Begins a member or element, whatever the limit is. */
  void separate() {
    if (separate) {
      out.ascii(',');
    }
    separate = true;
  }

  /** Ends a member's name. */
  void colon() {
    out.ascii(':');
  }

  /** Ends an object or array. */
  void close(char bracket) {
    out.ascii(bracket);
    separate = true;
  }

  /** Writes text as it is, neither quoted nor escaped. */
  void raw(String text) {
    for (int at = 0; at < text.length(); ) {
      int codePoint = text.codePointAt(at);
      out.codePoint(codePoint);
      at += Character.charCount(codePoint);
    }
  }

  /** Writes bytes as they are. */
  void raw(byte[] bytes, int from, int to) {
    out.bytes(bytes, from, to);
  }

  /**
   * Copies all that is written and not yet handed on.
   *
   * @return how many bytes that is, or 0 if there is no room for them
   */
  int copyWaiting(byte[] into) {
    return out.copyWaiting(into);
  }

  /** Writes a text as a JSON string. */
  void string(String text) {
    if (out.plainString(text)) {
      return;
    }
    out.ascii('"');
    int length = text.length();
    for (int from = 0; from < length; from += PIECE) {
      int to = Math.min(length, from + PIECE);
      copier.copy(text, from, to, 0);
      piece(text, from, to - from);
    }
    closeString();
  }

  /** Writes the characters of a text whose bytes are in the piece. */
  private void piece(String text, int from, int length) {
    int at = 0;
    while (at < length) {
      if (high == 0) {
        int end = PlainBytes.end(piece, at, length);
        out.bytes(piece, at, end);
        at = end;
      }
      if (at < length) {
        character(text.charAt(from + at));
        at++;
      }
    }
  }

  /**
   * Writes a valid JSON string that is part of a text.
   *
   * @param bytes the text as {@link TextBytes}
   * @param from the place of the opening quote
   * @param to the place after the closing one
   */
  void jsonString(String text, byte[] bytes, int from, int to) {
    out.ascii('"');
    int close = to - 1;
    int at = from + 1;
    while (at < close) {
      if (high == 0) {
        int end = PlainBytes.end(bytes, at, close);
        out.bytes(bytes, at, end);
        at = end;
      }
      if (at < close) {
        character(JsonString.unit(text, at));
        at = JsonString.next(text, at);
      }
    }
    closeString();
  }

  /** Writes one UTF-16 code unit inside a string. */
  private void character(char c) {
    if (high != 0) {
      char first = high;
      high = 0;
      if (Character.isLowSurrogate(c)) {
        out.codePoint(Character.toCodePoint(first, c));
        return;
      }
      unicodeEscape(first);
    }
    if (isPlain(c)) {
      out.ascii(c);
    } else if (c < 0x80) {
      escape(c);
    } else if (Character.isHighSurrogate(c)) {
      high = c;
    } else if (Character.isLowSurrogate(c)) {
      unicodeEscape(c);
    } else {
      out.codePoint(c);
    }
  }

  private void closeString() {
    if (high != 0) {
      unicodeEscape(high);
      high = 0;
    }
    out.ascii('"');
  }

  /** Tells whether a character stands for itself, in one byte, inside a JSON string. */
  static boolean isPlain(char c) {
    return c < PLAIN.length && PLAIN[c];
  }

  /** Writes a whole number with all its digits. */
  void number(long value) {
    out.number(value);
  }

  /** Writes a double; NaN and the infinities, which JSON does not have, by their names. */
  void number(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      raw(Double.toString(value));
    } else {
      out.number(value);
    }
  }

  /** Writes the double nearest to the JSON number that is the given part of a text. */
  void decimal(String text, int from, int to) {
    if (!out.decimal(text, from, to)) {
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
    out.ascii('\\');
    out.ascii(c);
  }

  private void unicodeEscape(char c) {
    escapeAs('u');
    for (int shift = 12; shift >= 0; shift -= 4) {
      out.ascii(HEX.charAt((c >> shift) & 0xf));
    }
  }
}
