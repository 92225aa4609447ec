package io.loopsentinel.engine.outcome;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;

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
    String read = Lines.ends(text);
    if (Lines.count(read) < MIN_LINES) {
      return OptionalLong.empty();
    }
    long[] shown = null;
    for (String argument : arguments.values()) {
      if (Lines.count(argument) > MIN_LINES) {
        shown = shown == null ? ShownLines.hashes(read.getBytes(StandardCharsets.UTF_8)) : shown;
        if (isShown(argument, shown)) {
          return OptionalLong.of(TextHash.joined(MARK, TextHash.of(argument)));
        }
      }
    }
    return OptionalLong.empty();
  }

  private static boolean isShown(String argument, long[] shown) {
    Set<Long> written = new HashSet<>();
    for (String line : Lines.of(argument)) {
      if (line.strip().length() >= MIN_LINE_CHARS) {
        written.add(ShownLines.hash(line));
      }
    }
    int total = written.size();
    written.removeIf(line -> Arrays.binarySearch(shown, line) < 0);
    return written.size() >= MIN_LINES && written.size() * 2 >= total;
  }
}
