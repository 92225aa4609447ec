package io.loopsentinel.engine.text;

/**
 * Makes text that others chose (a tool's name, a session's key) fit to be shown on one line.
 *
 * <p>A model makes names up, and a session's key may come from a request. Raw, a line break in one
 * forges lines of a log, an escape sequence drives a terminal, and a name of a megabyte fills a
 * disk (https://cwe.mitre.org/data/definitions/117.html).
 */
public final class Printable {

  /** Characters of a name that are shown: enough for any that a person gave. */
  public static final int NAME = 100;

  private static final String CUT = "...";

  private Printable() {}

  /**
   * Returns a text with its control, formatting and line-breaking characters escaped as in Java
   * source, cut to a length.
   *
   * @param text any text; no more of it is looked at than is shown
   * @param most how many characters to show, at least 1, not counting the escapes and the three
   *     dots that say it was cut
   */
  public static String of(String text, int most) {
    int end = end(text, most);
    StringBuilder shown = new StringBuilder(end + CUT.length());
    text.substring(0, end).codePoints().forEach(character -> append(shown, character));
    String printable = (end < text.length() ? shown.append(CUT) : shown).toString();
    return printable.equals(text) ? text : printable;
  }

  /** Returns the same in at most so many characters, at least 4; the last escape may be cut. */
  public static String within(String text, int most) {
    String shown = of(text, most);
    return shown.length() <= most
        ? shown
        : shown.substring(0, end(shown, most - CUT.length())) + CUT;
  }

  /** Returns where to cut a text to so many characters, none of two units in half. */
  public static int end(String text, int most) {
    if (text.length() <= most) {
      return text.length();
    }
    return most > 1 && Character.isSurrogatePair(text.charAt(most - 1), text.charAt(most))
        ? most - 1
        : most;
  }

  private static boolean isPlain(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      default -> true;
    };
  }

  private static void append(StringBuilder shown, int character) {
    switch (character) {
      case '\n' -> shown.append("\\n");
      case '\r' -> shown.append("\\r");
      case '\t' -> shown.append("\\t");
      default -> {
        if (isPlain(character)) {
          shown.appendCodePoint(character);
        } else {
          for (char unit : Character.toChars(character)) {
            shown.append("\\u%04x".formatted((int) unit));
          }
        }
      }
    }
  }
}
