package io.loopsentinel.engine.outcome;

import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * Finds in an answer what it merely repeats of the call's own arguments.
 *
 * <p>{@code File a.txt not found}, asked for a.txt, and {@code File b.txt not found}, asked for
 * b.txt, are one answer. A whole argument counts, and each of its parts between white space and
 * quotes. One with only letters in it could be any word of the sentence, so it counts in quotes
 * only, and from four letters.
 */
final class OwnArguments {

  private static final String MARK = "§";
  private static final String QUOTES = "\"'`";
  private static final int MAX_ARGUMENTS = 64;
  private static final int READ_CHARS = 4096;
  private static final int MIN_PART = 2;
  private static final int MIN_WORD = 4;
  private static final int MAX_PART = 200;
  private static final int MAX_PARTS = 32;

  /** The longest first, so that a path goes before the names in it. */
  private static final Comparator<String> LONGEST_FIRST =
      Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder());

  private final TreeSet<String> parts = new TreeSet<>(LONGEST_FIRST);

  OwnArguments(List<String> values) {
    for (String value : values.subList(0, Math.min(values.size(), MAX_ARGUMENTS))) {
      add(Lines.cut(value, MAX_PART + 1).strip());
      addParts(Lines.cut(value, READ_CHARS));
    }
  }

  /** Returns a line with § for what it repeats. */
  String removedFrom(String line) {
    String rest = line;
    for (String part : parts) {
      if (rest.contains(part) && (!isWord(part) || isQuoted(part, rest))) {
        rest = rest.replace(part, MARK);
      }
    }
    return rest;
  }

  private void addParts(String value) {
    int start = 0;
    for (int at = 0; at < value.length(); at++) {
      char c = value.charAt(at);
      if (Character.isWhitespace(c) || QUOTES.indexOf(c) >= 0) {
        add(value.substring(start, at));
        start = at + 1;
      }
    }
    add(value.substring(start));
  }

  private void add(String part) {
    if (part.length() < MIN_PART || part.length() > MAX_PART) {
      return;
    }
    parts.add(part);
    if (parts.size() > MAX_PARTS) {
      parts.pollLast();
    }
  }

  private static boolean isWord(String part) {
    return part.codePoints().allMatch(Character::isLetter);
  }

  private static boolean isQuoted(String word, String line) {
    if (word.length() < MIN_WORD) {
      return false;
    }
    for (int at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1)) {
      int end = at + word.length();
      if (at > 0
          && QUOTES.indexOf(line.charAt(at - 1)) >= 0
          && end < line.length()
          && QUOTES.indexOf(line.charAt(end)) >= 0) {
        return true;
      }
    }
    return false;
  }
}
