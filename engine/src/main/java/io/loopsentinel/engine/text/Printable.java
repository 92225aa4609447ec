package io.loopsentinel.engine.text;

/**
 * Makes text from outside (a tool's name, a session's key) printable on one line.
 *
 * <p>A model may invent names, and a session's key may come from a request. Unescaped, a line break
 * forges log lines, an escape sequence controls a terminal, and a name of a megabyte fills a disk
 * (https://cwe.mitre.org/data/definitions/117.html).
 */
public final class Printable {

  /** Maximum length of a shown name; enough for any name that a person gave. */
  public static final int NAME = 100;

  private static final String CUT = "...";

  /** Letters and marks that are invisible: joiners, fillers and Khmer vowels. */
  private static final String IGNORABLE =
      "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2065\u3164\uffa0";

  private Printable() {}

  /**
   * Returns a text with its control, formatting and line-breaking characters escaped as in Java
   * source, cut to a length.
   *
   * @param text any text; only the shown part is read
   * @param maxLength maximum number of characters to show, at least 1, without the escapes and the
   *     three dots after a cut
   */
  public static String of(String text, int maxLength) {
    int end = end(text, maxLength);
    StringBuilder shown = new StringBuilder(end + CUT.length());
    String part = text.substring(0, end);
    int i = 0;
    // Not a stream of code points: a line is logged before main, and streams are many classes.
    while (i < end) {
      int character = part.codePointAt(i);
      append(shown, character);
      i += Character.charCount(character);
    }
    String printable = (end < text.length() ? shown.append(CUT) : shown).toString();
    return printable.equals(text) ? text : printable;
  }

  /** Returns a name on one line, cut to {@link #NAME} characters. */
  public static String name(Object name) {
    return of(name.toString(), NAME);
  }

  /** Returns the same in at most {@code maxLength} characters, at least 4; an escape may be cut. */
  public static String within(String text, int maxLength) {
    String shown = of(text, maxLength);
    return shown.length() <= maxLength
        ? shown
        : shown.substring(0, end(shown, maxLength - CUT.length())) + CUT;
  }

  /** Returns the index at which to cut a text to a length without splitting a surrogate pair. */
  public static int end(String text, int limit) {
    if (text.length() <= limit) {
      return text.length();
    }
    return limit > 1 && Character.isSurrogatePair(text.charAt(limit - 1), text.charAt(limit))
        ? limit - 1
        : limit;
  }

  /** Returns whether a character is shown as it is: neither a control character nor invisible. */
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
   * Returns whether a character is invisible although its category does not say so. Such characters
   * can hide text that a model reads and no person sees: 256 of them are variation selectors.
   *
   * <p>These are the ranges of {@code Default_Ignorable_Code_Point} in
   * https://www.unicode.org/Public/16.0.0/ucd/DerivedCoreProperties.txt beyond the category of
   * formatting characters, and the noncharacters. Other characters unknown to this JDK are shown,
   * because most are newer emoji.
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
