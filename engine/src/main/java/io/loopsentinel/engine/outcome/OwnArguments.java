package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.identity.CanonicalJson;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the parts of an answer that only repeat the call's own arguments.
 *
 * <p>{@code File a.txt not found}, asked for a.txt, and {@code File b.txt not found}, asked for
 * b.txt, are the same answer. Whole arguments count, and their parts between white space and
 * quotes, each as a whole word. A part of letters only could be any word of the sentence, so it
 * counts only in quotes and from four letters.
 */
final class OwnArguments {

  private static final String MARK = "§";
  private static final String QUOTES = "\"'`";
  private static final Pattern SEPARATORS = Pattern.compile("[\\p{javaWhitespace},;()\"'`]");
  private static final int MAX_ARGUMENTS = 64;
  private static final int MAX_READ_CHARS = 4096;
  private static final int MIN_PART_LENGTH = 2;
  private static final int MIN_WORD_LENGTH = 4;
  private static final int MAX_PART_LENGTH = 200;
  private static final int MAX_PARTS = 32;

  /** The longest first, so that a path is replaced before the names in it. */
  private static final Comparator<Part> BY_LENGTH_DESCENDING =
      Comparator.comparingInt((Part part) -> part.text.length())
          .reversed()
          .thenComparing(Part::text)
          .thenComparing(Part::countsUnquoted, Comparator.reverseOrder());

  private final @Nullable Object arguments;
  private @Nullable List<String> values;

  /** Creates an instance that reads the arguments on first use. */
  OwnArguments(@Nullable Object arguments) {
    this.arguments = arguments;
  }

  List<String> values() {
    if (values == null) {
      values = WordSet.withoutFlags(CanonicalJson.values(arguments));
    }
    return values;
  }

  /** Returns a line with § for each repeated part. */
  String maskIn(String line) {
    String rest = line;
    for (Part part : parts()) {
      rest = maskIn(rest, part);
    }
    return rest;
  }

  private static String maskIn(String line, Part part) {
    StringBuilder masked = new StringBuilder();
    int copied = 0;
    int start = line.indexOf(part.text);
    while (start >= 0) {
      int end = start + part.text.length();
      if (isWholeWord(line, start, end)
          && (part.countsIn(line, end) || isQuoted(line, start, end))) {
        masked.append(line, copied, start).append(MARK);
        copied = end;
      }
      start = line.indexOf(part.text, end);
    }
    return copied == 0 ? line : masked.append(line, copied, line.length()).toString();
  }

  /** Returns parts of the first arguments, the longest first, both limited in number. */
  private List<Part> parts() {
    Set<Part> parts = new TreeSet<>(BY_LENGTH_DESCENDING);
    for (String value : values().subList(0, Math.min(values().size(), MAX_ARGUMENTS))) {
      parts.add(new Part(Lines.cut(value, MAX_PART_LENGTH + 1).strip(), true));
      for (String part : SEPARATORS.split(Lines.cut(value, MAX_READ_CHARS), -1)) {
        if (part.length() >= MIN_PART_LENGTH) {
          parts.add(new Part(part, !isWord(part)));
        }
      }
    }
    return parts.stream().filter(Part::counts).limit(MAX_PARTS).toList();
  }

  private static boolean isWord(String part) {
    return part.codePoints().allMatch(Character::isLetter);
  }

  /** Returns whether no word continues beyond a part that begins or ends with a word or option. */
  private static boolean isWholeWord(String line, int start, int end) {
    boolean continuesBefore =
        start > 0
            && isOfWord(line.charAt(start - 1))
            && (isOfWord(line.charAt(start)) || line.charAt(start) == '-');
    boolean continuesAfter =
        end < line.length() && isOfWord(line.charAt(end)) && isOfWord(line.charAt(end - 1));
    return !continuesBefore && !continuesAfter;
  }

  private static boolean isOfWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }

  private static boolean isQuoted(String line, int start, int end) {
    return end - start >= MIN_WORD_LENGTH
        && start > 0
        && end < line.length()
        && QUOTES.indexOf(line.charAt(start - 1)) >= 0
        && (QUOTES.indexOf(line.charAt(end)) >= 0 || line.startsWith("\\\"", end));
  }

  /**
   * A part of an argument.
   *
   * @param countsUnquoted whether it also counts if it is not in quotes
   */
  private record Part(String text, boolean countsUnquoted) {

    /**
     * Returns whether the part counts although it is not in quotes. A word before a colon is the
     * program that speaks: {@code mvn: command not found} is one error for {@code mvn} and {@code
     * mvn test}.
     */
    boolean countsIn(String line, int end) {
      boolean speaks = end < line.length() && line.charAt(end) == ':' && isWord(text);
      return countsUnquoted && !speaks;
    }

    /** A single character counts if it is a word; a comma is in most sentences. */
    boolean counts() {
      return text.length() <= MAX_PART_LENGTH
          && (text.length() > 1 || (text.length() == 1 && isOfWord(text.charAt(0))));
    }
  }
}
