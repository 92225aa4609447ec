package io.loopsentinel.agent.fingerprint;

/**
 * Checks that a text is JSON (<a href="https://www.rfc-editor.org/rfc/rfc8259">RFC 8259</a>) and
 * notes on a tape where its values are.
 *
 * <p>It also finds out which parts are in canonical form as they stand, as most of what a program
 * wrote is: those are later copied instead of written anew.
 *
 * <p>Nothing is recursive, so no text is too deep, and the time is in proportion to its length.
 * Reused from text to text; not thread-safe.
 */
final class JsonScanner {

  private static final int INVALID = -1;
  private static final byte[] NOTHING = {};

  /** Stands for the container around the outermost value, and for the name before the first. */
  private static final int NONE = -2;

  /** Every decimal of so many digits is the shortest form of the double nearest to it. */
  private static final int EXACT_DIGITS = 15;

  private final JsonTape tape;
  private final TextBytes text;
  private final PlainBlock plain = new PlainBlock();

  /** The text; a negative byte stands for a character that is not ASCII, and 0 for the end. */
  private byte[] json = NOTHING;

  private boolean wholeContainers;

  /** The innermost container that is open. */
  private int open;

  private char closer;
  private int depth;

  /** Whether the innermost container has been in canonical form so far but for its order. */
  private boolean canonical;

  /** Whether the names of the innermost container have been in order so far. */
  private boolean sorted;

  private int previousName;
  private long previousKey;

  JsonScanner(JsonTape tape, TextBytes text) {
    this.tape = tape;
    this.text = text;
  }

  /**
   * Reads a text.
   *
   * @param containers whether a container may be noted as canonical without its parts
   * @return false if it is not JSON, or has more values than can be noted
   */
  boolean scan(String newText, boolean containers) {
    text.read(newText);
    json = text.array();
    tape.start(newText, json);
    wholeContainers = containers;
    open = NONE;
    closer = 0;
    depth = 0;
    plain.clear();
    boolean isJson = scan();
    json = NOTHING;
    return isJson;
  }

  // In all of the following a place is an index into the text, or INVALID if it is not JSON.

  private boolean scan() {
    int at = skipSpace(0);
    while (at != INVALID && at < text.length() && !tape.isFull()) {
      int c = json[at];
      if (c == '{' || c == '[') {
        open(at, c);
        at = skipSpace(at + 1);
        if (json[at] != closer) {
          at = c == '{' ? name(at) : at;
          continue;
        }
      } else {
        at = scalar(at, c);
      }
      // A value ends here, and perhaps the containers around it.
      while (at != INVALID) {
        at = skipSpace(at);
        if (open == NONE) {
          return at == text.length();
        }
        int next = json[at];
        if (next == ',') {
          at = skipSpace(at + 1);
          at = closer == '}' ? name(at) : at;
          break;
        }
        if (next != closer) {
          return false;
        }
        at++;
        close(at);
      }
    }
    return false;
  }

  private void open(int at, int bracket) {
    int around = open << 2 | (canonical ? 2 : 0) | (sorted ? 1 : 0);
    open = tape.open(at, around);
    closer = bracket == '{' ? '}' : ']';
    // What is too deep is not written as it stands, nor is what it stands in.
    canonical = wholeContainers && depth < Limits.MAX_DEPTH;
    sorted = true;
    previousName = NONE;
    depth++;
  }

  private void close(int end) {
    int container = open;
    int around = tape.note(container);
    boolean whole = canonical && sorted;
    if (whole) {
      tape.closeCanonical(container, end);
    } else {
      tape.close(container, sorted);
    }
    open = around >> 2;
    canonical = whole && (around & 2) != 0;
    sorted = (around & 1) != 0;
    depth--;
    if (open != NONE) {
      closer = tape.first(open) == '{' ? '}' : ']';
      previousName = container - 2;
      previousKey = sorted && closer == '}' ? tape.nameKey(previousName) : JsonTape.NO_KEY;
    }
  }

  /** Reads a member's name and the colon; returns the place of its value. */
  private int name(int start) {
    if (json[start] != '"') {
      return INVALID;
    }
    int at = string(start, true);
    if (at == INVALID) {
      return INVALID;
    }
    at = skipSpace(at);
    return json[at] == ':' ? skipSpace(at + 1) : INVALID;
  }

  private void noteOrder(int name) {
    if (!sorted) {
      return;
    }
    long key = tape.nameKey(name);
    if (previousName != NONE) {
      sorted = tape.compareNames(previousName, previousKey, name, key) < 0;
    }
    previousName = name;
    previousKey = key;
  }

  private int scalar(int at, int c) {
    return switch (c) {
      case '"' -> string(at, false);
      case 't' -> literal(at, "true");
      case 'f' -> literal(at, "false");
      case 'n' -> literal(at, "null");
      default -> number(at);
    };
  }

  private int string(int start, boolean isName) {
    boolean own = true;
    int at = plain.end(json, start + 1);
    int c = json[at];
    while (c != '"') {
      if (c < 0) {
        own = false;
        at++;
      } else if (c == '\\') {
        // Names are compared as they stand, so one that has an escape does not count as canonical.
        own &= !isName && isCanonicalEscape(json[at + 1]);
        at = escape(at + 1);
      } else {
        return INVALID;
      }
      if (at == INVALID) {
        return INVALID;
      }
      c = json[at];
      if (c >= 0) {
        at = plain.end(json, at);
        c = json[at];
      }
    }
    int position = tape.add(start, at + 1, own);
    canonical &= own;
    if (isName) {
      noteOrder(position);
    }
    return at + 1;
  }

  private static boolean isCanonicalEscape(int c) {
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
    tape.add(at, at + word.length(), true);
    return at + word.length();
  }

  private int number(int start) {
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
    if (end == INVALID) {
      return INVALID;
    }
    tape.add(start, end, own);
    canonical &= own;
    return end;
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

  private int skipSpace(int start) {
    return json[start] > ' ' ? start : skipOneOrMore(start);
  }

  private int skipOneOrMore(int start) {
    int at = start;
    for (int c = json[at]; c == ' ' || c == '\n' || c == '\r' || c == '\t'; c = json[at]) {
      at++;
    }
    canonical &= at == start;
    return at;
  }
}
