package io.loopsentinel.agent.outcome;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The key of what a result shows: its set of lines.
 *
 * <p>An edit made again and again makes a file grow, and the view of it differs each time: the same
 * lines stand at other numbers, some of them more often, under a higher count. None of that is
 * news. The key is the sum of the hashes of the distinct lines, trimmed, without volatile tokens,
 * display counts and line numbers. A sum depends neither on order nor on anything kept from line to
 * line.
 */
final class Settled {

  private static final List<RewriteRule> DISPLAY_COUNTS = RewriteRule.table("display-counts.txt");

  private Settled() {}

  static long key(List<String> normalisedLines) {
    Rewriter counts = new Rewriter(DISPLAY_COUNTS);
    List<String> lines = new ArrayList<>(normalisedLines.size());
    for (String line : normalisedLines) {
      lines.add(counts.rewrite(line));
    }
    return sumOfDistinct(NumberedLines.withoutNumbers(lines));
  }

  private static long sumOfDistinct(List<String> lines) {
    long[] hashes = new long[lines.size()];
    int size = 0;
    for (String line : lines) {
      String trimmed = line.strip();
      if (!trimmed.isEmpty()) {
        hashes[size++] = TextHash.of(trimmed);
      }
    }
    Arrays.sort(hashes, 0, size);
    long sum = 0;
    for (int i = 0; i < size; i++) {
      sum += i > 0 && hashes[i] == hashes[i - 1] ? 0 : hashes[i];
    }
    return sum;
  }
}
