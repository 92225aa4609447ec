package io.loopsentinel.agent.outcome;

import java.util.List;

/**
 * How much of something is shown, such as {@code (120 lines total)}: it moves with every edit.
 *
 * <p>The table is the resource {@code outcome/display-counts.txt}.
 */
final class DisplayCounts {

  static final List<RewriteRule> TABLE = RewriteRule.table("display-counts.txt");

  private static final RuleTable RULES = new RuleTable(TABLE);

  private DisplayCounts() {}

  /**
   * Whether a line, a part of a text, may hold one.
   *
   * @param groups those of {@link VolatileTokens#groupsIn}
   */
  static boolean mayBeIn(String text, int from, int to, int groups) {
    return RULES.mayApply(text, from, to, groups);
  }
}
