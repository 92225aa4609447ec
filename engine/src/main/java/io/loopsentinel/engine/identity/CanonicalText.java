package io.loopsentinel.engine.identity;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Canonical JSON that is being written, up to a bound in characters. Not thread-safe.
 *
 * <p>Strings are escaped as RFC 8785, section 3.2.2.2, prescribes. The RFC has no form for a
 * surrogate without its partner; it is written as an escape (<code>&#92;ud800</code>), as <a
 * href="https://tc39.es/proposal-well-formed-stringify/">JSON.stringify</a> does, so that two
 * different ones stay different.
 */
final class CanonicalText {

  /** Stands in the place of what was not read. */
  static final String MORE = "…";

  private final StringBuilder text = new StringBuilder();
  private boolean complete = true;

  boolean isComplete() {
    return complete;
  }

  void incomplete() {
    complete = false;
  }

  int length() {
    return text.length();
  }

  /** Returns what was written from a place on, and removes it. */
  String take(int start) {
    String taken = text.substring(start);
    text.setLength(start);
    return taken;
  }

  /** Writes what is in canonical form. */
  CanonicalText raw(String canonical) {
    text.append(canonical);
    return this;
  }

  /** Begins a member or element; returns false if there is no room for it. */
  boolean next() {
    char last = text.charAt(text.length() - 1);
    if (last != '[' && last != '{') {
      text.append(',');
    }
    return text.length() < CanonicalJson.CHARACTERS;
  }

  static String of(@Nullable Object scalar) {
    return scalar instanceof Double number ? Es6Number.of(number) : String.valueOf(scalar);
  }

  /** Writes a string; one that is too long is cut. */
  void string(String value) {
    int end = Math.min(value.length(), Math.max(0, CanonicalJson.CHARACTERS - text.length()));
    complete &= end == value.length();
    text.append('"');
    int start = 0;
    for (int i = 0; i < end; i++) {
      char c = value.charAt(i);
      if (c >= ' ' && c != '"' && c != '\\' && !Character.isSurrogate(c)) {
        continue;
      }
      if (i + 1 < end && Character.isSurrogatePair(c, value.charAt(i + 1))) {
        i++;
        continue;
      }
      text.append(value, start, i).append(escape(c));
      start = i + 1;
    }
    text.append(value, start, end).append('"');
  }

  private static String escape(char c) {
    return switch (c) {
      case '"', '\\' -> "\\" + c;
      case '\b' -> "\\b";
      case '\t' -> "\\t";
      case '\n' -> "\\n";
      case '\f' -> "\\f";
      case '\r' -> "\\r";
      default -> "\\u" + HexFormat.of().toHexDigits(c);
    };
  }
}
