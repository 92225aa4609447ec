package io.loopsentinel.engine.outcome;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/**
 * Finds out in one pass which of up to eight groups of short patterns a line may hold.
 *
 * <p>It is the Shift-Or algorithm with groups of patterns, as the engine FDR of Hyperscan has it.
 * The state is a row of eight bytes, of which each bit stands for a group: the bit of group g in
 * byte i is 0 if the last i + 1 characters are what stands at the first i + 1 places of a pattern
 * of g. A character shifts the state by a byte and ors the character's mask to it, so a 0 that
 * arrives in the last byte is the end of a pattern. Patterns end at the last place; a shorter one
 * begins with places where anything may stand. Patterns of one group are not told apart at each
 * place: "no" and "at" in one group find "not" nowhere, but "nt" too. So what it does not find is
 * not there, and what it finds must be looked at.
 *
 * <p>Nothing is asked on the way, so a character takes two thirds of a nanosecond. An automaton of
 * Aho and Corasick waits for its table at each character and takes three to four times as long.
 *
 * <p>A line begins and ends with a line feed here, so that a pattern can ask for its ends.
 * Thread-safe.
 *
 * @see <a href="https://doi.org/10.1145/135239.135243">Baeza-Yates and Gonnet, A new approach to
 *     text searching</a>
 * @see <a href="https://www.usenix.org/conference/nsdi19/presentation/wang-xiang">Wang et al.,
 *     Hyperscan: a fast multi-pattern regex matcher for modern CPUs</a>
 */
final class PatternFilter {

  /** How many groups there can be. */
  static final int GROUPS = 8;

  /** The bits of all groups. */
  static final int ALL = (1 << GROUPS) - 1;

  private static final int LAST = Long.SIZE - GROUPS;
  private static final int MASKS = ShortPattern.BEYOND_ASCII + 1;

  private final long[] masks = new long[MASKS];
  private final long start;

  /**
   * Creates a filter.
   *
   * @param groups the patterns of each
   */
  PatternFilter(List<List<ShortPattern>> groups) {
    Arrays.fill(masks, -1);
    long anything = 0;
    for (int group = 0; group < groups.size(); group++) {
      for (ShortPattern pattern : groups.get(group)) {
        int wild = ShortPattern.LONGEST - pattern.sets().size();
        for (int i = 0; i < wild; i++) {
          anything |= bit(group, i);
        }
        for (int i = wild; i < ShortPattern.LONGEST; i++) {
          allow(pattern.sets().get(i - wild), bit(group, i));
        }
      }
    }
    for (int c = 0; c < MASKS; c++) {
      masks[c] &= ~anything;
    }
    long state = -1;
    for (int i = 0; i < ShortPattern.LONGEST; i++) {
      state = state << GROUPS | masks['\n'];
    }
    this.start = state;
  }

  /** Returns groups that have as few of some patterns each as can be. */
  static List<List<ShortPattern>> spread(Collection<ShortPattern> patterns) {
    List<List<ShortPattern>> groups = new ArrayList<>();
    for (int group = 0; group < GROUPS; group++) {
      groups.add(new ArrayList<>());
    }
    int next = 0;
    for (ShortPattern pattern : patterns) {
      groups.get(next++ % GROUPS).add(pattern);
    }
    return groups;
  }

  /**
   * Returns the groups of which a part of a text may hold a pattern.
   *
   * @param from where the line begins
   * @param to where it ends
   * @return a bit for each group, the lowest for the first
   */
  int groupsIn(String text, int from, int to) {
    long state = start;
    long missing = -1;
    for (int i = from; i < to; i++) {
      state = state << GROUPS | masks[Math.min(text.charAt(i), ShortPattern.BEYOND_ASCII)];
      missing &= state;
    }
    missing &= state << GROUPS | masks['\n'];
    return (int) (~missing >>> LAST);
  }

  private void allow(BitSet set, long bit) {
    for (int c = set.nextSetBit(0); c >= 0; c = set.nextSetBit(c + 1)) {
      masks[c] &= ~bit;
    }
  }

  private static long bit(int group, int place) {
    return 1L << (place * GROUPS + group);
  }
}
