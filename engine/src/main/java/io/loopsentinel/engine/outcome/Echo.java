package io.loopsentinel.engine.outcome;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A result that shows the text that its own call has just written.
 *
 * <p>Writing the same text again is the same outcome, even if the visible lines differ because a
 * long file scrolls with every insertion.
 */
final class Echo {

  /** Distinguishes the key of an argument from that of a result with the same text. */
  private static final long MARK = TextHash.of("echo");

  private static final int MIN_LINES = 3;
  private static final int MIN_LINE_CHARS = 4;

  private Echo() {}

  /**
   * Returns a key that is equal for all results that show the same argument, or empty if the result
   * shows none. At least three of its lines, and at least half, must be shown.
   */
  static OptionalLong key(String text, OwnArguments arguments) {
    List<String> lines = Lines.of(Lines.ends(text));
    if (lines.size() < MIN_LINES) {
      return OptionalLong.empty();
    }
    List<String> written =
        arguments.values().stream().filter(each -> Lines.of(each).size() > MIN_LINES).toList();
    Set<String> shown = written.isEmpty() ? Set.of() : trimmed(Lines.withoutNumbers(lines));
    return written.stream()
        .filter(argument -> isShown(argument, shown))
        .mapToLong(argument -> TextHash.joined(MARK, TextHash.of(argument)))
        .findFirst();
  }

  private static boolean isShown(String argument, Set<String> shown) {
    Set<String> written = trimmed(Lines.of(argument));
    written.removeIf(line -> line.length() < MIN_LINE_CHARS);
    int total = written.size();
    written.retainAll(shown);
    return written.size() >= MIN_LINES && written.size() * 2 >= total;
  }

  private static Set<String> trimmed(List<String> lines) {
    return lines.stream().map(String::strip).collect(Collectors.toCollection(HashSet::new));
  }
}
