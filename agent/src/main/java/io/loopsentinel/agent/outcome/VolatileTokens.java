package io.loopsentinel.agent.outcome;

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

  /** Returns a text with a mark such as {@code <time>} in the place of each volatile token. */
  public String normalise(String text) {
    return text.indexOf('\n') < 0
        ? new Rewriter(rules).rewrite(text)
        : String.join("\n", normalise(Lines.of(text)));
  }

  List<String> normalise(List<String> lines) {
    Rewriter rewriter = new Rewriter(rules);
    List<String> normalised = new ArrayList<>(lines.size());
    for (String line : lines) {
      normalised.add(rewriter.rewrite(line));
    }
    return normalised;
  }
}
