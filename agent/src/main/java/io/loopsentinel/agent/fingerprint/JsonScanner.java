package io.loopsentinel.agent.fingerprint;

import java.util.Arrays;

/**
 * Checks that a text is JSON (RFC 8259) and remembers where its values are.
 *
 * <p>The result is a tape: two numbers for every value and for every member's name, in the order of
 * the text. The first is the place of its first character. The second is, for a container, the tape
 * position after its last part, and for anything else the place after its last character, as its
 * complement if its canonical form is not the very same characters. No tree is built, nothing is
 * recursive, and reading the whole takes time in proportion to its length however deep it is.
 *
 * <p>Reused from text to text; not thread-safe.
 */
final class JsonScanner implements MemberNames {

  private static final int INITIAL_TAPE = 512;

  /** The longest tape kept from one text to the next: 64 KiB. */
  private static final int KEPT_TAPE = 1 << 14;

  /** The longest tape there can be: two million values and names, 16 MiB. */
  private static final int MAX_TAPE = 1 << 22;

  private static final int INVALID = -1;

  private String text = "";
  private int[] tape = new int[INITIAL_TAPE];
  private int size;

  /**
   * Reads a text.
   *
   * @return false if it is not JSON, or has more values than can be remembered
   */
  boolean scan(String json) {
    text = json;
    size = 0;
    int open = -1;
    int at = skipSpace(0);
    while (at >= 0 && at < text.length() && size < MAX_TAPE) {
      char c = text.charAt(at);
      if (c == '{' || c == '[') {
        // While a container is open, its second number is the tape position of the one around it.
        int container = size;
        push(at, open);
        open = container;
        at = skipSpace(at + 1);
        if (charAt(at) != closer(open)) {
          at = c == '{' ? name(at) : at;
          continue;
        }
      } else {
        at = scalar(at, c);
      }
      while (at >= 0) {
        at = skipSpace(at);
        if (open < 0) {
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
        int around = tape[open + 1];
        tape[open + 1] = size;
        open = around;
        at++;
      }
    }
    return false;
  }

  /** Lets go of the text, and of the tape if it is a long one. */
  void release() {
    text = "";
    if (tape.length > KEPT_TAPE) {
      tape = new int[INITIAL_TAPE];
    }
  }

  String text() {
    return text;
  }

  /** Returns the first character of a value, which tells its type. */
  char first(int value) {
    return text.charAt(tape[value]);
  }

  int start(int value) {
    return tape[value];
  }

  /** Returns the place after the last character of a value that is no container. */
  int end(int scalar) {
    int end = tape[scalar + 1];
    return end >= 0 ? end : ~end;
  }

  /** Tells whether a value that is no container is its own canonical form, in ASCII. */
  boolean isCanonical(int scalar) {
    return tape[scalar + 1] >= 0;
  }

  /** Returns the tape position after a value with all its parts. */
  int after(int value) {
    char first = first(value);
    return first == '{' || first == '[' ? tape[value + 1] : value + 2;
  }

  /** Compares two names by UTF-16 code units. */
  int compareNames(int left, int right) {
    int a = tape[left] + 1;
    int b = tape[right] + 1;
    int endA = end(left) - 1;
    int endB = end(right) - 1;
    while (a < endA && b < endB) {
      int difference = unit(a) - unit(b);
      if (difference != 0) {
        return difference;
      }
      a = nextUnit(a);
      b = nextUnit(b);
    }
    return Boolean.compare(a < endA, b < endB);
  }

  @Override
  public boolean nameEquals(int member, String name) {
    int at = tape[member] + 1;
    int end = end(member) - 1;
    for (int i = 0; i < name.length(); i++) {
      if (at >= end || unit(at) != name.charAt(i)) {
        return false;
      }
      at = nextUnit(at);
    }
    return at == end;
  }

  /** Returns the UTF-16 code unit that is written at this place of a string, escaped or not. */
  char unit(int at) {
    char c = text.charAt(at);
    if (c != '\\') {
      return c;
    }
    char escaped = text.charAt(at + 1);
    return switch (escaped) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> {
        int value = 0;
        for (int i = at + 2; i < at + 6; i++) {
          value = value << 4 | Character.digit(text.charAt(i), 16);
        }
        yield (char) value;
      }
      default -> escaped;
    };
  }

  /** Returns the place of the code unit after the one at this place of a string. */
  int nextUnit(int at) {
    if (text.charAt(at) != '\\') {
      return at + 1;
    }
    return text.charAt(at + 1) == 'u' ? at + 6 : at + 2;
  }

  private char closer(int container) {
    return text.charAt(tape[container]) == '{' ? '}' : ']';
  }

  /** Reads a member's name and the colon; returns the place of its value. */
  private int name(int start) {
    if (charAt(start) != '"') {
      return INVALID;
    }
    int at = string(start);
    if (at < 0) {
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
    boolean canonical = true;
    int at = start + 1;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (CanonicalWriter.isPlain(c)) {
        at++;
      } else if (c == '"') {
        push(start, canonical ? at + 1 : ~(at + 1));
        return at + 1;
      } else if (c < ' ') {
        return INVALID;
      } else {
        canonical = false;
        at = c == '\\' ? escape(at + 1) : at + 1;
        if (at < 0) {
          return INVALID;
        }
      }
    }
    return INVALID;
  }

  private int escape(int at) {
    char c = charAt(at);
    if (c != 'u') {
      return c != 0 && "\"\\/bfnrt".indexOf(c) >= 0 ? at + 1 : INVALID;
    }
    for (int i = at + 1; i <= at + 4; i++) {
      char digit = charAt(i);
      if (digit >= 0x80 || Character.digit(digit, 16) < 0) {
        return INVALID;
      }
    }
    return at + 5;
  }

  private int literal(int at, String word) {
    if (!text.startsWith(word, at)) {
      return INVALID;
    }
    push(at, at + word.length());
    return at + word.length();
  }

  private int number(int start) {
    int digits = charAt(start) == '-' ? start + 1 : start;
    int at = digits(digits);
    if (at == digits || (charAt(digits) == '0' && at > digits + 1)) {
      return INVALID;
    }
    // A whole number is its own canonical form, with all its digits; only -0 is not.
    boolean canonical = digits == start || charAt(digits) != '0';
    if (charAt(at) == '.') {
      canonical = false;
      int fraction = at + 1;
      at = digits(fraction);
      if (at == fraction) {
        return INVALID;
      }
    }
    if (charAt(at) == 'e' || charAt(at) == 'E') {
      canonical = false;
      int power = charAt(at + 1) == '-' || charAt(at + 1) == '+' ? at + 2 : at + 1;
      at = digits(power);
      if (at == power) {
        return INVALID;
      }
    }
    push(start, canonical ? at : ~at);
    return at;
  }

  private int digits(int start) {
    int at = start;
    while (charAt(at) >= '0' && charAt(at) <= '9') {
      at++;
    }
    return at;
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

  /** Returns the character at a place, or 0 (which no part of JSON begins with) after the end. */
  private char charAt(int at) {
    return at < text.length() ? text.charAt(at) : 0;
  }

  private void push(int first, int second) {
    if (size == tape.length) {
      tape = Arrays.copyOf(tape, size * 2);
    }
    tape[size] = first;
    tape[size + 1] = second;
    size += 2;
  }
}
