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

  /** Letters and marks that are shown as nothing: joiners, fillers, and vowels of Khmer. */
  private static final String IGNORABLE =
      "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2065\u3164\uffa0";

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

  /** Whether a character is shown as it is: neither a control character nor invisible. */
  public static boolean isPlain(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.PRIVATE_USE,
          Character.SURROGATE ->
          false;
      case Character.NON_SPACING_MARK, Character.OTHER_LETTER, Character.UNASSIGNED ->
          !isIgnorable(character);
      default -> true;
    };
  }

  /**
   * Whether a character is shown as nothing although its category does not say so. Text can be
   * hidden in them, for a model to read and no person to see: 256 of them are variation selectors.
   *
   * <p>These are the ranges of {@code Default_Ignorable_Code_Point} in
   * https://www.unicode.org/Public/16.0.0/ucd/DerivedCoreProperties.txt beyond the category of
   * formatting characters, and the noncharacters. Other characters that this JDK does not know are
   * shown: most are newer emoji.
   */
  private static boolean isIgnorable(int character) {
    return IGNORABLE.indexOf(character) >= 0
        || (character >= 0xFDD0 && character <= 0xFDEF)
        || (character >= 0xFE00 && character <= 0xFE0F)
        || (character >= 0xFFF0 && character <= 0xFFF8)
        || character >> 12 == 0xE0
        || (character & 0xFFFE) == 0xFFFE;
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
