package io.loopsentinel.engine.identity;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A buffer for canonical JSON, limited in length. Not thread-safe.
 *
 * <p>Strings are escaped as RFC 8785, section 3.2.2.2, prescribes. The RFC has no form for an
 * unpaired surrogate. It is escaped (<code>&#92;ud800</code>), as in <a
 * href="https://tc39.es/proposal-well-formed-stringify/">JSON.stringify</a>, so that different ones
 * stay different.
 */
final class CanonicalText {

  /** Placeholder for a value, or further values, not read. */
  static final String PLACEHOLDER = "…";

  private static final int COMMON_LENGTH = 128;

  private final StringBuilder text = new StringBuilder(COMMON_LENGTH);
  private boolean complete = true;

  static String quoted(String value) {
    CanonicalText text = new CanonicalText();
    text.appendQuoted(value);
    return text.removeFrom(0);
  }

  boolean isComplete() {
    return complete;
  }

  void markIncomplete() {
    complete = false;
  }

  int length() {
    return text.length();
  }

  /** Removes and returns the text from {@code start} on. */
  String removeFrom(int start) {
    String taken = text.substring(start);
    text.setLength(start);
    return taken;
  }

  /** Appends text that is already in canonical form. */
  CanonicalText append(String canonical) {
    text.append(canonical);
    return this;
  }

  /** Begins a member or element. Returns false if the maximum length is reached. */
  boolean beginElement() {
    char last = text.charAt(text.length() - 1);
    if (last != '[' && last != '{') {
      text.append(',');
    }
    return text.length() < CanonicalJson.MAX_CHARACTERS;
  }

  static String of(@Nullable Object scalar) {
    return scalar instanceof Double number ? Es6Number.of(number) : String.valueOf(scalar);
  }

  /** Writes a quoted string, truncated at the maximum length. */
  void appendQuoted(String value) {
    int end = Math.min(value.length(), Math.max(0, CanonicalJson.MAX_CHARACTERS - text.length()));
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
