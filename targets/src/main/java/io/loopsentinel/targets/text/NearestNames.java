package io.loopsentinel.targets.text;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Suggests names for a misspelt one, ignoring case. */
public final class NearestNames {

  private NearestNames() {}

  /**
   * Returns the nearest name if at most a third of the characters, or one, are wrong.
   *
   * @param name the name as written
   * @param known the existing names, in any order; the first of equally near ones wins
   */
  public static Optional<String> suggest(String name, Collection<String> known) {
    String nearest = "";
    int least = Integer.MAX_VALUE;
    for (String candidate : known) {
      // The distance is at least the difference of the lengths.
      if (Math.abs(name.length() - candidate.length()) < least) {
        int distance = distance(name, candidate);
        if (distance < least) {
          nearest = candidate;
          least = distance;
        }
      }
    }
    return least <= Math.max(1, Math.max(name.length(), nearest.length()) / 3)
        ? Optional.of(nearest)
        : Optional.empty();
  }

  /**
   * Returns the number of single-character insertions, deletions, replacements and swaps of
   * neighbours between two names, ignoring case: the optimal string alignment distance (L. Boytsov,
   * "Indexing methods for approximate dictionary searching", 2011, section 2.2).
   */
  public static int distance(String first, String second) {
    String a = first.toLowerCase(Locale.ROOT);
    String b = second.toLowerCase(Locale.ROOT);
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(last[j], row[j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
      int[] oldest = beforeLast;
      beforeLast = last;
      last = row;
      row = oldest;
    }
    return last[b.length()];
  }
}
