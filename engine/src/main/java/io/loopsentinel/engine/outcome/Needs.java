package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.lists.Lists;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a line must hold for a regular expression to be searched in it: one of several short
 * patterns.
 *
 * <p>{@code java.util.regex} tries a pattern at each place of a line, which takes a hundred times
 * as long as to find out that none of these is there. All patterns of a table are looked for at
 * once, by {@link PatternFilter}s that put them in groups; a regular expression whose group was
 * found asks again, for its own patterns alone.
 *
 * @param found which groups these patterns are in, a bit for each
 * @param patterns the patterns of each group
 * @param own finds them alone; null where nothing is needed
 * @param also finds others, one of which is needed as well; null where none is
 */
record Needs(
    int found,
    List<List<ShortPattern>> patterns,
    @Nullable LazyFilter own,
    @Nullable LazyFilter also) {

  /** A regular expression that is searched in every line. */
  static final Needs NOTHING = new Needs(0, List.of(), null, null);

  private static final int GROUP_CHARS = 2;
  private static final String AND = " & ";

  /**
   * Reads the cell of a table: patterns with a blank between them, each after the letter of its
   * group and a colon; after &amp; others, without a group.
   */
  static Needs of(String cell) {
    int and = cell.indexOf(AND);
    String own = and < 0 ? cell : cell.substring(0, and);
    List<List<ShortPattern>> groups = groups();
    List<ShortPattern> patterns = new ArrayList<>();
    int found = 0;
    for (String word : own.split(" ", 0)) {
      int group = group(word.charAt(0));
      ShortPattern pattern = ShortPattern.of(word.substring(GROUP_CHARS));
      groups.get(group).add(pattern);
      patterns.add(pattern);
      found |= 1 << group;
    }
    LazyFilter also = and < 0 ? null : new LazyFilter(patterns(cell.substring(and + AND.length())));
    return new Needs(found, groups, new LazyFilter(patterns), also);
  }

  private static List<ShortPattern> patterns(String words) {
    return Lists.map(List.of(words.split(" ", 0)), ShortPattern::of);
  }

  /** Returns the groups that the patterns of all these are in, a bit for each. */
  static int found(List<Needs> all) {
    int found = 0;
    for (Needs needs : all) {
      found |= needs.found;
    }
    return found;
  }

  /** Returns the patterns of all these in the eight groups from {@code first}. */
  static List<List<ShortPattern>> groups(List<Needs> all, int first) {
    List<List<ShortPattern>> groups = groups();
    for (Needs needs : all) {
      for (int i = 0; i < needs.patterns.size(); i++) {
        groups.get(i).addAll(needs.patterns.get(i));
      }
    }
    return groups.subList(first, first + PatternFilter.GROUPS);
  }

  /**
   * Returns whether a line, a part of a text, holds what is needed.
   *
   * @param groups those that filters have found in the line
   */
  boolean areIn(String text, int from, int to, int groups) {
    return own == null
        || ((groups & found) != 0
            && own.mayFind(text, from, to)
            && (also == null || also.mayFind(text, from, to)));
  }

  /** Returns the number of a group: a to h are the first eight, A to H the next. */
  private static int group(char letter) {
    return letter >= 'a' ? letter - 'a' : letter - 'A' + PatternFilter.GROUPS;
  }

  private static List<List<ShortPattern>> groups() {
    List<List<ShortPattern>> groups = new ArrayList<>();
    for (int i = 0; i < 2 * PatternFilter.GROUPS; i++) {
      groups.add(new ArrayList<>());
    }
    return groups;
  }
}
