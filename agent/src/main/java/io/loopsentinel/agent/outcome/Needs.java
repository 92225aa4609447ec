package io.loopsentinel.agent.outcome;

import java.util.List;
import java.util.Locale;

/**
 * What a line must hold for a pattern to be searched in it.
 *
 * <p>{@code java.util.regex} tries a pattern at each place of a line. To look for a word first
 * takes a hundredth of that time, and most lines hold none of them.
 *
 * @param chars single characters, all of them
 * @param words of each list one
 */
record Needs(AsciiSet chars, List<List<String>> words) {

  private static final String NOTHING = "*";

  /** A line, prepared. */
  record Line(AsciiSet chars, String lowerCase) {

    static Line of(String line) {
      String lowerCase = line.toLowerCase(Locale.ROOT);
      return new Line(AsciiSet.of(lowerCase), lowerCase);
    }

    private boolean holdsOneOf(List<String> words) {
      for (String word : words) {
        if (lowerCase.contains(word)) {
          return true;
        }
      }
      return false;
    }
  }

  /** Reads the cell of a table: the words in lower case, with | between alternatives. */
  static Needs of(String cell) {
    if (cell.equals(NOTHING)) {
      return new Needs(AsciiSet.of(""), List.of());
    }
    List<String> all = List.of(cell.split(" ", 0));
    String chars = String.join("", all.stream().filter(Needs::isChar).toList());
    return new Needs(
        AsciiSet.of(chars),
        all.stream()
            .filter(word -> !isChar(word))
            .map(word -> List.of(word.split("[|]", 0)))
            .toList());
  }

  boolean areIn(Line line) {
    if (!line.chars().containsAll(chars)) {
      return false;
    }
    for (List<String> alternatives : words) {
      if (!line.holdsOneOf(alternatives)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isChar(String word) {
    return word.length() == 1;
  }
}
