package io.loopsentinel.engine.identity;

/**
 * Reads the names and single values of a JSON text.
 *
 * <p>Each is given by its first character, and what is returned is the place after its last one, or
 * the complement of that if it is not its own canonical form in ASCII, or {@link #INVALID}. Reused
 * from text to text; not thread-safe.
 */
final class JsonTokens {

  /** There is no such value. */
  static final int INVALID = Integer.MIN_VALUE;

  private static final byte[] NOTHING = {};

  /** Every decimal of so many digits is the shortest form of the double nearest to it. */
  private static final int EXACT_DIGITS = 15;

  private final PlainPlaces plain;

  /** The text; a negative byte stands for a character that is not ASCII, and 0 for the end. */
  private byte[] json = NOTHING;

  JsonTokens(PlainPlaces plain) {
    this.plain = plain;
  }

  /**
   * Begins with a text.
   *
   * @param text as {@link TextBytes}
   */
  void start(byte[] text, int length) {
    json = text;
    plain.start(text, length);
  }

  /** Lets go of the text. */
  void release() {
    json = NOTHING;
    plain.release();
  }

  /** Returns the place that stands for a result, whether it is canonical or not. */
  static int place(int end) {
    return end >= 0 ? end : ~end;
  }

  int scalar(int at, int c) {
    return switch (c) {
      case '"' -> string(at);
      case 't' -> literal(at, "true");
      case 'f' -> literal(at, "false");
      case 'n' -> literal(at, "null");
      default -> number(at);
    };
  }

  /**
   * Reads a name, which does not count as canonical with an escape: names are compared as they
   * stand.
   */
  int name(int start) {
    return string(start, true);
  }

  int string(int start) {
    return string(start, false);
  }

  private int string(int start, boolean isName) {
    boolean own = true;
    int at = plain.end(start + 1);
    int c = json[at];
    while (c != '"') {
      if (c < 0) {
        own = false;
        at++;
      } else if (c == '\\') {
        own &= !isName && isCanonicalEscape(json[at + 1]);
        at = escape(at + 1);
        if (at == INVALID) {
          return INVALID;
        }
      } else {
        return INVALID;
      }
      c = json[at];
      if (c >= 0) {
        at = plain.end(at);
        c = json[at];
      }
    }
    return own ? at + 1 : ~(at + 1);
  }

  static boolean isCanonicalEscape(int c) {
    return c != '/' && c != 'u';
  }

  private int escape(int at) {
    switch (json[at]) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> {
        return at + 1;
      }
      case 'u' -> {
        for (int i = at + 1; i <= at + 4; i++) {
          if (Character.digit(json[i], 16) < 0) {
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
    for (int i = 1; i < word.length(); i++) {
      if (json[at + i] != word.charAt(i)) {
        return INVALID;
      }
    }
    return at + word.length();
  }

  int number(int start) {
    int whole = json[start] == '-' ? start + 1 : start;
    boolean zero = json[whole] == '0';
    int at = digits(whole);
    if (at == INVALID || (zero && at > whole + 1)) {
      return INVALID;
    }
    // A whole number is its own canonical form, with all its digits; only -0 is not.
    boolean own = !zero || whole == start;
    int end = at;
    if (json[at] == '.') {
      boolean small = zero && json[at + 1] == '0';
      end = digits(at + 1);
      own = !small && isShortest(whole, end);
    }
    if (end != INVALID && (json[end] == 'e' || json[end] == 'E')) {
      int sign = json[end + 1];
      end = digits(sign == '-' || sign == '+' ? end + 2 : end + 1);
      own = false;
    }
    return end == INVALID || own ? end : ~end;
  }

  /** Tells whether a number with a fraction is written with as few digits as it takes. */
  private boolean isShortest(int start, int end) {
    return end != INVALID && end - start <= EXACT_DIGITS + 1 && json[end - 1] != '0';
  }

  /** Returns the place after one or more digits. */
  private int digits(int start) {
    int at = start;
    for (int c = json[at]; c >= '0' && c <= '9'; c = json[at]) {
      at++;
    }
    return at == start ? INVALID : at;
  }
}
