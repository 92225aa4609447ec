package io.loopsentinel.engine.outcome;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A result that shows the text its own call has just written.
 *
 * <p>To write the same text again is the same outcome, however the window around it has moved: the
 * set of lines in view differs, since a long file scrolls with every insertion.
 */
final class Echo {

  /** Tells the key of an argument from that of a result with the same text. */
  private static final long MARK = TextHash.of("echo");

  private static final int MIN_BREAKS = 3;
  private static final int MIN_LINES = 3;
  private static final int MIN_LINE_CHARS = 4;

  private Echo() {}

  /** Returns whether a text has as many lines as one. */
  static boolean mayBe(String text) {
    return hasBreaks(text, MIN_LINES - 1);
  }

  /**
   * Returns the argument that the lines show: at least three of its lines, and at least half.
   *
   * @return null if they show none
   */
  static @Nullable String of(List<String> lines, List<String> arguments) {
    Set<String> shown = null;
    for (String argument : arguments) {
      if (!hasBreaks(argument, MIN_BREAKS)) {
        continue;
      }
      shown = shown == null ? trimmed(Lines.withoutNumbers(lines)) : shown;
      Set<String> written = trimmed(Lines.of(argument));
      written.removeIf(line -> line.length() < MIN_LINE_CHARS);
      int total = written.size();
      written.retainAll(shown);
      if (written.size() >= MIN_LINES && written.size() * 2 >= total) {
        return argument;
      }
    }
    return null;
  }

  /** Returns the key of every result that shows this argument. */
  static long key(String argument) {
    return TextHash.joined(MARK, TextHash.of(argument));
  }

  private static boolean hasBreaks(String text, int least) {
    int breaks = 0;
    for (int at = text.indexOf('\n'); at >= 0 && breaks < least; at = text.indexOf('\n', at + 1)) {
      breaks++;
    }
    return breaks == least;
  }

  private static Set<String> trimmed(List<String> lines) {
    Set<String> trimmed = new HashSet<>();
    for (String line : lines) {
      trimmed.add(line.strip());
    }
    return trimmed;
  }
}
