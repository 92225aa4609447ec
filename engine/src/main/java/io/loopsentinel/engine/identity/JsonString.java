package io.loopsentinel.engine.identity;

/** Reads the UTF-16 code units of a valid JSON string where it stands in its text. */
final class JsonString {

  private JsonString() {}

  /** Returns the code unit written at this place, escaped or not. */
  static char unit(String text, int at) {
    char c = text.charAt(at);
    return c == '\\' ? escaped(text, at + 1) : c;
  }

  /** Returns the place of the code unit after the one at this place. */
  static int next(String text, int at) {
    if (text.charAt(at) != '\\') {
      return at + 1;
    }
    return text.charAt(at + 1) == 'u' ? at + 6 : at + 2;
  }

  private static char escaped(String text, int at) {
    char c = text.charAt(at);
    return switch (c) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> {
        int value = 0;
        for (int i = at + 1; i <= at + 4; i++) {
          value = value << 4 | Character.digit(text.charAt(i), 16);
        }
        yield (char) value;
      }
      default -> c;
    };
  }
}
