package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.outcome.VolatileTokens.Rewrite;
import io.loopsentinel.engine.outcome.WordedPattern.Line;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The keys of a result: of its text, of its text without volatile tokens, and of its shown content.
 *
 * <p>A repeated edit makes a file grow, and its view differs each time: the same lines have other
 * numbers, some of them occur more often, and counts are higher. None of that is news. So the shown
 * content of a text is its set of lines. Its key is the sum of the hashes of the distinct lines,
 * trimmed, without volatile tokens, display counts and line numbers. A sum does not depend on their
 * order.
 */
record ResultKeys(long raw, long normalised, long settled) {

  /** Maximum number of characters that are hashed between the two ends that are read. */
  private static final int MAX_HASHED_CHARS = 1 << 20;

  /** Counts of shown items, such as {@code (120 lines total)}, which change with every edit. */
  static final List<Rewrite> DISPLAY_COUNTS = Rewrite.table("display-counts.txt");

  static ResultKeys of(String text, VolatileTokens tokens) {
    boolean isLong = text.length() > 2 * Lines.END_LENGTH;
    String read = Lines.ends(text);
    List<String> normalised = new ArrayList<>();
    List<String> shown = new ArrayList<>();
    for (String line : Lines.of(read)) {
      Line without = tokens.normalise(new Line(line));
      normalised.add(without.text());
      shown.add(Rewrite.applyAll(DISPLAY_COUNTS, without).text());
    }
    long raw = TextHash.of(read);
    String joined = String.join("\n", normalised);
    long normalisedKey = joined.equals(read) ? raw : TextHash.of(joined);
    long settled = settled(shown);
    if (isLong) {
      long middle = middle(text);
      raw = TextHash.joined(raw, middle);
      normalisedKey = TextHash.joined(normalisedKey, middle);
      settled += middle;
    }
    return new ResultKeys(raw, normalisedKey, TextHash.nonZero(settled));
  }

  private static long settled(List<String> shown) {
    Set<String> lines = new HashSet<>();
    Lines.withoutNumbers(shown).forEach(line -> lines.add(line.strip()));
    lines.remove("");
    return lines.stream().mapToLong(TextHash::of).sum();
  }

  private static long middle(String text) {
    int end = text.length() - Lines.END_LENGTH;
    if (end - Lines.END_LENGTH <= MAX_HASHED_CHARS) {
      return TextHash.of(text.substring(Lines.END_LENGTH, end));
    }
    String front = text.substring(Lines.END_LENGTH, Lines.END_LENGTH + MAX_HASHED_CHARS / 2);
    String ends = front + text.substring(end - MAX_HASHED_CHARS / 2, end);
    return TextHash.joined(TextHash.of(ends), text.length());
  }
}
