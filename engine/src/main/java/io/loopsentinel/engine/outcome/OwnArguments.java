package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.identity.CanonicalJson;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the parts of an answer that only repeat the call's own arguments.
 *
 * <p>{@code File a.txt not found}, asked for a.txt, and {@code File b.txt not found}, asked for
 * b.txt, are the same answer. Whole arguments count, and their parts between white space and
 * quotes. A part of letters only could be any word of the sentence, so it counts only in quotes and
 * from four letters.
 */
final class OwnArguments {

  private static final String MARK = "§";
  private static final String QUOTE = "[\"'`]";
  private static final Pattern SEPARATORS = Pattern.compile("[\\p{javaWhitespace},;()]|" + QUOTE);
  private static final int MAX_ARGUMENTS = 64;
  private static final int MAX_READ_CHARS = 4096;
  private static final int MIN_PART_LENGTH = 2;
  private static final int MIN_WORD_LENGTH = 4;
  private static final int MAX_PART_LENGTH = 200;
  private static final int MAX_PARTS = 32;

  /** The longest first, so that a path is replaced before the names in it. */
  private static final Comparator<String> BY_LENGTH_DESCENDING =
      Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder());

  private final @Nullable Object arguments;
  private @Nullable List<String> values;

  /** Creates an instance that reads the arguments on first use. */
  OwnArguments(@Nullable Object arguments) {
    this.arguments = arguments;
  }

  List<String> values() {
    if (values == null) {
      values = CanonicalJson.values(arguments);
    }
    return values;
  }

  /** Returns a line with § for each repeated part. */
  String maskIn(String line) {
    String rest = line;
    for (String part : parts()) {
      if (rest.contains(part) && (!isWord(part) || isQuoted(part, rest))) {
        rest = rest.replace(part, MARK);
      }
    }
    return rest;
  }

  /** Returns parts of the first arguments, the longest first, both limited in number. */
  private List<String> parts() {
    return values().stream()
        .limit(MAX_ARGUMENTS)
        .flatMap(
            value ->
                Stream.concat(
                    Stream.of(Lines.cut(value, MAX_PART_LENGTH + 1).strip()),
                    SEPARATORS.splitAsStream(Lines.cut(value, MAX_READ_CHARS))))
        .filter(part -> part.length() >= MIN_PART_LENGTH && part.length() <= MAX_PART_LENGTH)
        .distinct()
        .sorted(BY_LENGTH_DESCENDING)
        .limit(MAX_PARTS)
        .toList();
  }

  private static boolean isWord(String part) {
    return part.codePoints().allMatch(Character::isLetter);
  }

  private static boolean isQuoted(String word, String line) {
    String quoted = QUOTE + Pattern.quote(word) + QUOTE;
    return word.length() >= MIN_WORD_LENGTH && Pattern.compile(quoted).matcher(line).find();
  }
}
