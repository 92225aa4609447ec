package io.loopsentinel.engine.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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

  /** Control and formatting characters, line breaks, and surrogates without their partners. */
  private static final Pattern UNSEEN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");

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
    String shown =
        UNSEEN
            .matcher(text.substring(0, end))
            .replaceAll(unseen -> Matcher.quoteReplacement(escaped(unseen.group())));
    return end < text.length() ? shown + CUT : shown;
  }

  /** Returns the same in at most so many characters, at least 4; the last escape may be cut. */
  public static String within(String text, int most) {
    String shown = of(text, most);
    return shown.length() <= most
        ? shown
        : shown.substring(0, end(shown, most - CUT.length())) + CUT;
  }

  /** Does not cut a character of two units in half. */
  private static int end(String text, int most) {
    if (text.length() <= most) {
      return text.length();
    }
    return most > 1 && Character.isSurrogatePair(text.charAt(most - 1), text.charAt(most))
        ? most - 1
        : most;
  }

  private static String escaped(String character) {
    return switch (character) {
      case "\n" -> "\\n";
      case "\r" -> "\\r";
      case "\t" -> "\\t";
      default -> character.chars().mapToObj("\\u%04x"::formatted).collect(Collectors.joining());
    };
  }
}
