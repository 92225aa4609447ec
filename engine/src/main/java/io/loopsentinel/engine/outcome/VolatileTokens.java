package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.lists.Lists;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The parts of a text that differ from one call to the next although nothing has happened:
 * timestamps, UUIDs, durations, process ids, hex ids, temporary paths, ports that the system chose,
 * and the line numbers of a shell.
 *
 * <p>The table is the resource {@code outcome/volatile-tokens.txt}; a user's own patterns come
 * after it. Thread-safe.
 */
public final class VolatileTokens {

  private static final List<RewriteRule> TABLE = RewriteRule.table("volatile-tokens.txt");

  /** What the rules of both tables of rewriting need. */
  private static final List<List<ShortPattern>> GROUPS = Needs.groups(needsOfBothTables(), 0);

  private static final PatternFilter FILTER = new PatternFilter(GROUPS);

  /** Finds the groups of {@link #groupsIn} in a line of ASCII. */
  static final PairFilter PAIRS = new PairFilter(GROUPS);

  /**
   * What a line of ASCII must hold so that a rule of either table may find something: a digit, or a
   * path, or a number of nothing but the letters from a to f. The groups are those of {@link
   * Messages}; digits have one to themselves.
   */
  static final Needs FIRST_NEEDS =
      Needs.of(
          "h:\\d a:/tmp/ d:/folders d:\\\\temp\\\\ d:@"
              + "[abcdef]".repeat(6)
              + " f:"
              + "[abcdef]".repeat(8)
              + " f:[abcdef][abcdef][abcdef][abcdef]-[abcdef][abcdef][abcdef]");

  private static final NeedsTable NEEDS = new NeedsTable(Lists.map(TABLE, RewriteRule::needs));

  /** Stands for all patterns of a user's own, which are searched in every line. */
  private static final long OF_USER = Long.MIN_VALUE;

  /** Those of the table alone. */
  static final VolatileTokens OF_TABLE = new VolatileTokens(List.of());

  private final List<RewriteRule> rules;

  /**
   * Adds patterns of a user's own to the table.
   *
   * @param regexes in the language of {@link Pattern}, each searched in one line at a time. What
   *     one finds counts as {@code <user>}. One that takes too long for a line finds nothing in it
   * @throws java.util.regex.PatternSyntaxException if one of them is no regular expression
   */
  public VolatileTokens(List<String> regexes) {
    List<RewriteRule> all = new ArrayList<>(TABLE);
    for (String regex : regexes) {
      all.add(RewriteRule.foreign(regex));
    }
    this.rules = List.copyOf(all);
  }

  private static List<Needs> needsOfBothTables() {
    List<Needs> needs = new ArrayList<>(Lists.map(TABLE, RewriteRule::needs));
    needs.addAll(Lists.map(DisplayCounts.TABLE, RewriteRule::needs));
    return needs;
  }

  /** Whether there are patterns of a user's own. */
  boolean areExtended() {
    return rules.size() > TABLE.size();
  }

  /** Returns a text with a mark such as {@code <time>} in the place of each volatile token. */
  public String normalise(String text) {
    Rewriter rewriter = rewriter();
    return text.indexOf('\n') < 0
        ? normalise(text, rewriter)
        : String.join(
            "\n", Lines.of(text).stream().map(line -> normalise(line, rewriter)).toList());
  }

  /** Returns the groups of patterns of both tables of rewriting that a line may hold. */
  static int groupsIn(String text, int from, int to) {
    return FILTER.groupsIn(text, from, to);
  }

  /**
   * Returns the rules that may find one in a line, a part of a text, a bit for each of the table.
   *
   * @param groups those of {@link #groupsIn}
   * @return 0 if the line holds none
   */
  long in(String text, int from, int to, int groups) {
    long rules = groups == 0 ? 0 : NEEDS.in(text, from, to, groups);
    return areExtended() ? rules | OF_USER : rules;
  }

  /** Returns a new rewriter, for one thread. */
  Rewriter rewriter() {
    return new Rewriter(rules);
  }

  private String normalise(String line, Rewriter rewriter) {
    long rules = in(line, 0, line.length(), groupsIn(line, 0, line.length()));
    String rewritten = rules == 0 ? null : rewriter.rewrite(line, 0, line.length(), rules);
    return rewritten == null ? line : rewritten;
  }
}
