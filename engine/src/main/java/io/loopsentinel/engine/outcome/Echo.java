package io.loopsentinel.engine.outcome;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A result that shows the text its own call has just written.
 *
 * <p>To write the same text again is the same outcome, however the window around it has moved: the
 * set of lines in view differs, since a long file scrolls with every insertion.
 */
final class Echo {

  /** Tells the key of an argument from that of a result with the same text. */
  private static final long MARK = TextHash.of("echo");

  private static final int MIN_LINES = 3;
  private static final int MIN_LINE_CHARS = 4;

  private Echo() {}

  /**
   * Returns the key of every result that shows the same argument: at least three of its lines, and
   * at least half; empty if this one shows none.
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
