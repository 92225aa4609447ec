package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.lists.Lists;
import java.util.List;

/**
 * How much of something is shown, such as {@code (120 lines total)}: it moves with every edit.
 *
 * <p>The table is the resource {@code outcome/display-counts.txt}.
 */
final class DisplayCounts {

  static final List<RewriteRule> TABLE = RewriteRule.table("display-counts.txt");

  private static final NeedsTable NEEDS = new NeedsTable(Lists.map(TABLE, RewriteRule::needs));

  private DisplayCounts() {}

  /**
   * Returns the rules that may find one in a line, a part of a text, a bit for each.
   *
   * @param groups those of {@link VolatileTokens#groupsIn}
   */
  static long in(String text, int from, int to, int groups) {
    return groups == 0 ? 0 : NEEDS.in(text, from, to, groups);
  }
}
