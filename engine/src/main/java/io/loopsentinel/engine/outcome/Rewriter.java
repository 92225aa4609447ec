package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.lists.Lists;
import java.util.List;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/**
 * Applies rules to one line after the other, and takes no memory where none of the table's applies.
 * Not thread-safe.
 */
final class Rewriter {

  private final List<RewriteRule> rules;
  private final List<KeptMatcher> matchers;

  Rewriter(List<RewriteRule> rules) {
    this.rules = rules;
    this.matchers = Lists.map(rules, rule -> new KeptMatcher(rule.regex()));
  }

  /**
   * Returns a line as the rules, in their order, want it; null if none applies.
   *
   * @param text of which the line is a part
   * @param may the rules of the table that may apply, a bit for each; others are tried anyway
   */
  @Nullable String rewrite(String text, int from, int to, long may) {
    String rewritten = null;
    for (int i = 0; i < matchers.size(); i++) {
      if (rules.get(i).foreign() || (may >>> i & 1) != 0) {
        String next =
            rewritten == null
                ? apply(i, text, from, to)
                : apply(i, rewritten, 0, rewritten.length());
        rewritten = next == null ? rewritten : next;
      }
    }
    return rewritten;
  }

  private @Nullable String apply(int index, String text, int from, int to) {
    RewriteRule rule = rules.get(index);
    if (!rule.foreign() && !matchers.get(index).finds(text, from, to)) {
      return null;
    }
    String line = text.substring(from, to);
    try {
      return rewritten(rule, line, rule.foreign() ? new LimitedText(line) : line);
    } catch (LimitedText.LimitReached | StackOverflowError e) {
      // A pattern that is too slow for this line, or too deep, changes nothing in it.
      return null;
    }
  }

  private static @Nullable String rewritten(RewriteRule rule, String line, CharSequence searched) {
    Matcher matcher = rule.pattern().matcher(searched);
    if (!matcher.find()) {
      return null;
    }
    StringBuilder out = new StringBuilder(line.length());
    do {
      matcher.appendReplacement(out, rule.replacement());
    } while (matcher.find());
    return matcher.appendTail(out).toString();
  }
}
