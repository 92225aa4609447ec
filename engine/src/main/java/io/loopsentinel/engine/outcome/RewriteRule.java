package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.lists.Lists;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What is to be written in place of something in a line.
 *
 * @param name what kind of thing it is
 * @param replacement with $1 for the pattern's first group
 * @param needs what a line must hold to be searched
 * @param example a text in which the pattern finds something
 * @param foreign whether somebody else wrote the pattern, so that it may be slow or overflow
 */
record RewriteRule(
    String name,
    String replacement,
    Needs needs,
    String example,
    LazyPattern regex,
    boolean foreign) {

  private static final int COLUMNS = 5;

  /** Reads a table of rules. */
  static List<RewriteRule> table(String name) {
    return Lists.map(TableFile.read(name, COLUMNS), RewriteRule::of);
  }

  /** Returns the rule for a pattern that somebody else wrote. */
  static RewriteRule foreign(String regex) {
    LazyPattern pattern = new LazyPattern(regex, Pattern.UNIX_LINES);
    RewriteRule rule = new RewriteRule("user", "<user>", Needs.NOTHING, "", pattern, true);
    rule.pattern(); // Says now what is wrong with it.
    return rule;
  }

  Pattern pattern() {
    return regex.get();
  }

  private static RewriteRule of(List<String> row) {
    return new RewriteRule(
        row.get(0),
        row.get(1),
        Needs.of(row.get(2)),
        row.get(3),
        new LazyPattern(row.get(4), Pattern.UNIX_LINES),
        false);
  }
}
