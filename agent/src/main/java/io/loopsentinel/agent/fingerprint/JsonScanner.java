package io.loopsentinel.agent.fingerprint;

/**
 * Checks that a text is JSON (<a href="https://www.rfc-editor.org/rfc/rfc8259">RFC 8259</a>) and
 * notes on a tape where its values are.
 *
 * <p>Nothing is recursive, so no text is too deep, and the time is in proportion to its length.
 * Reused from text to text; not thread-safe.
 */
final class JsonScanner {

  private static final int INVALID = -1;
  private static final int NO_CONTAINER = -1;

  private final JsonTape tape;
  private String text = "";

  JsonScanner(JsonTape tape) {
    this.tape = tape;
  }

  /**
   * Reads a text.
   *
   * @return false if it is not JSON, or has more values than can be noted
   */
  boolean scan(String newText) {
    text = newText;
    tape.start(newText);
    boolean isJson = scan();
    text = "";
    return isJson;
  }

  // In all of the following a place is an index into the text, or INVALID if it is not JSON.

  private boolean scan() {
    int open = NO_CONTAINER;
    int at = skipSpace(0);
    while (at != INVALID && at < text.length() && !tape.isFull()) {
      char c = text.charAt(at);
      if (c == '{' || c == '[') {
        open = tape.open(at, open);
        at = skipSpace(at + 1);
        if (charAt(at) != closer(open)) {
          at = c == '{' ? name(at) : at;
          continue;
        }
      } else {
        at = scalar(at, c);
      }
      // A value ends here, and perhaps the containers around it.
      while (at != INVALID) {
        at = skipSpace(at);
        if (open == NO_CONTAINER) {
          return at == text.length();
        }
        char next = charAt(at);
        if (next == ',') {
          at = skipSpace(at + 1);
          at = closer(open) == '}' ? name(at) : at;
          break;
        }
        if (next != closer(open)) {
          return false;
        }
        open = tape.close(open);
        at++;
      }
    }
    return false;
  }

  private char closer(int container) {
    return tape.first(container) == '{' ? '}' : ']';
  }

  /** Reads a member's name and the colon; returns the place of its value. */
  private int name(int start) {
    int at = charAt(start) == '"' ? string(start) : INVALID;
    if (at == INVALID) {
      return INVALID;
    }
    at = skipSpace(at);
    return charAt(at) == ':' ? skipSpace(at + 1) : INVALID;
  }

  private int scalar(int at, char c) {
    return switch (c) {
      case '"' -> string(at);
      case 't' -> literal(at, "true");
      case 'f' -> literal(at, "false");
      case 'n' -> literal(at, "null");
      default -> number(at);
    };
  }

  private int string(int start) {
    String json = text;
    int length = json.length();
    boolean canonical = true;
    int at = start + 1;
    while (at < length) {
      char c = json.charAt(at);
      if (CanonicalWriter.isPlain(c)) {
        at++;
      } else if (c == '"') {
        tape.add(start, at + 1, canonical);
        return at + 1;
      } else if (c < ' ') {
        return INVALID;
      } else {
        canonical = false;
        at = c == '\\' ? escape(at + 1) : at + 1;
        if (at == INVALID) {
          return INVALID;
        }
      }
    }
    return INVALID;
  }

  private int escape(int at) {
    switch (charAt(at)) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> {
        return at + 1;
      }
      case 'u' -> {
        for (int i = at + 1; i <= at + 4; i++) {
          char digit = charAt(i);
          if (digit >= 0x80 || Character.digit(digit, 16) < 0) {
            return INVALID;
          }
        }
        return at + 5;
      }
      default -> {
        return INVALID;
      }
    }
  }

  private int literal(int at, String word) {
    if (!text.startsWith(word, at)) {
      return INVALID;
    }
    tape.add(at, at + word.length(), true);
    return at + word.length();
  }

  private int number(int start) {
    int whole = charAt(start) == '-' ? start + 1 : start;
    int at = digits(whole);
    if (at == INVALID || (charAt(whole) == '0' && at > whole + 1)) {
      return INVALID;
    }
    int end = at;
    if (charAt(at) == '.') {
      end = digits(at + 1);
    }
    if (end != INVALID && (charAt(end) == 'e' || charAt(end) == 'E')) {
      char sign = charAt(end + 1);
      end = digits(sign == '-' || sign == '+' ? end + 2 : end + 1);
    }
    if (end == INVALID) {
      return INVALID;
    }
    // A whole number is its own canonical form, with all its digits; only -0 is not.
    boolean minusZero = whole > start && charAt(whole) == '0';
    tape.add(start, end, end == at && !minusZero);
    return end;
  }

  /** Returns the place after one or more digits. */
  private int digits(int start) {
    int at = start;
    while (charAt(at) >= '0' && charAt(at) <= '9') {
      at++;
    }
    return at == start ? INVALID : at;
  }

  private int skipSpace(int start) {
    int at = start;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
        break;
      }
      at++;
    }
    return at;
  }

  /** Returns the character at a place, or 0, with which no part of JSON begins, after the end. */
  private char charAt(int at) {
    return at < text.length() ? text.charAt(at) : 0;
  }
}
