package io.loopsentinel.engine.identity;

/**
 * Builds the text of canonical JSON, up to a bound in characters. Not thread-safe.
 *
 * <p>Strings are escaped as RFC 8785, section 3.2.2.2, prescribes. The RFC has no form for a
 * surrogate without its partner; it is written as an escape (<code>&#92;ud800</code>), as <a
 * href="https://tc39.es/proposal-well-formed-stringify/">JSON.stringify</a> does, so that two
 * different ones stay different.
 */
final class CanonicalText {

  private final StringBuilder text = new StringBuilder();
  private final int maxLength;

  /**
   * Creates an empty text.
   *
   * @param maxLength from here on a string is cut; the caller ends containers
   */
  CanonicalText(int maxLength) {
    this.maxLength = maxLength;
  }

  /** Whether the bound is reached. */
  boolean isFull() {
    return text.length() >= maxLength;
  }

  /** Returns how many characters there is room for. */
  int room() {
    return Math.max(0, maxLength - text.length());
  }

  /** Appends text as it is, neither quoted nor escaped. */
  void raw(String part) {
    text.append(part);
  }

  /** Appends a character as it is. */
  void raw(char part) {
    text.append(part);
  }

  /**
   * Appends a JSON string.
   *
   * @return whether all of it found room
   */
  boolean string(String value) {
    int end = Math.min(value.length(), room());
    text.append('"');
    int start = 0;
    for (int i = 0; i < end; i++) {
      char c = value.charAt(i);
      if (isPlain(c)) {
        continue;
      }
      if (isPair(value, i, end)) {
        i++;
        continue;
      }
      text.append(value, start, i);
      escape(c);
      start = i + 1;
    }
    text.append(start == 0 && end == value.length() ? value : value.substring(start, end));
    text.append('"');
    return end == value.length();
  }

  private static boolean isPlain(char c) {
    return c >= ' ' && c != '"' && c != '\\' && !Character.isSurrogate(c);
  }

  private static boolean isPair(String value, int at, int end) {
    return at + 1 < end && Character.isSurrogatePair(value.charAt(at), value.charAt(at + 1));
  }

  private void escape(char c) {
    switch (c) {
      case '"', '\\' -> text.append('\\').append(c);
      case '\b' -> text.append("\\b");
      case '\t' -> text.append("\\t");
      case '\n' -> text.append("\\n");
      case '\f' -> text.append("\\f");
      case '\r' -> text.append("\\r");
      default -> text.append("\\u%04x".formatted((int) c));
    }
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
