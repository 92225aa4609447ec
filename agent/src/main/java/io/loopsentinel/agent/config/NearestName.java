package io.loopsentinel.agent.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that someone probably meant. */
public final class NearestName {

  private NearestName() {}

  /** Returns the nearest of some names, if one is near enough for the other to be a slip. */
  public static Optional<String> of(String written, Collection<String> names) {
    String wanted = normal(written);
    int limit = Math.max(1, wanted.length() / 3);
    return names.stream()
        .filter(name -> distance(wanted, normal(name)) <= limit)
        .min(Comparator.comparingInt(name -> distance(wanted, normal(name))));
  }

  private static String normal(String name) {
    return name.toLowerCase(Locale.ROOT).replace('-', '_');
  }

  /**
   * Insertions, deletions, replacements and swaps of neighbours that turn one text into the other
   * (optimal string alignment, https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance).
   */
  private static int distance(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        int replace = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        cost[i][j] = Math.min(replace, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
      }
    }
    return cost[a.length()][b.length()];
  }
}
