package io.loopsentinel.agent.outcome;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The rules of a table, and a second look at lines in which a filter has found groups of theirs.
 *
 * <p>The patterns of a group are not told apart at each place, and those of other tables are in it
 * as well, so most of what the filter finds is nothing. The second look is at one group alone, and
 * in it at each rule by itself: one more pass over the line, and not one for each rule.
 * Thread-safe.
 */
final class RuleTable {

  private final int groups;

  /** For each group, what finds the patterns of rules in it, and which rules each find may mean. */
  private final List<PatternFilter> filters = new ArrayList<>();

  private final List<List<List<RewriteRule>>> meant = new ArrayList<>();

  /** Creates a table of rules whose patterns are all in the first groups. */
  RuleTable(List<RewriteRule> rules) {
    this.groups = rules.stream().mapToInt(rule -> rule.needs().found()).reduce(0, (a, b) -> a | b);
    for (int group = 0; group < PatternFilter.GROUPS; group++) {
      List<List<ShortPattern>> patterns = eight();
      List<List<RewriteRule>> found = eight();
      int place = 0;
      for (RewriteRule rule : rules) {
        if ((rule.needs().found() & 1 << group) != 0) {
          patterns.get(place).addAll(rule.needs().patterns().get(group));
          found.get(place).add(rule);
          place = (place + 1) % PatternFilter.GROUPS;
        }
      }
      filters.add(new PatternFilter(patterns));
      meant.add(found);
    }
  }

  /**
   * Returns whether a line, a part of a text, holds what one of the rules needs.
   *
   * @param found the groups that a filter has found in it
   */
  boolean mayApply(String text, int from, int to, int found) {
    for (int left = found & groups; left != 0; left &= left - 1) {
      int group = Integer.numberOfTrailingZeros(left);
      int places = filters.get(group).groupsIn(text, from, to);
      for (; places != 0; places &= places - 1) {
        List<RewriteRule> candidates = meant.get(group).get(Integer.numberOfTrailingZeros(places));
        for (int i = 0; i < candidates.size(); i++) {
          if (candidates.get(i).needs().areIn(text, from, to, found)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static <T> List<List<T>> eight() {
    return Stream.<List<T>>generate(ArrayList::new).limit(PatternFilter.GROUPS).toList();
  }
}
