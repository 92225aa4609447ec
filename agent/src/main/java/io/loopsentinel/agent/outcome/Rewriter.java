package io.loopsentinel.agent.outcome;

import java.util.List;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/** Applies rules to one line after the other; not thread-safe. */
final class Rewriter {

  private final List<RewriteRule> rules;
  private final @Nullable Matcher[] matchers;

  Rewriter(List<RewriteRule> rules) {
    this.rules = rules;
    this.matchers = new Matcher[rules.size()];
  }

  /**
   * Returns a line as the rules, in their order, want it; the same object if none applies.
   *
   * @param groups those that {@link VolatileTokens#groupsIn} found in it
   */
  String rewrite(String line, int groups) {
    String rewritten = line;
    for (int i = 0; i < matchers.length; i++) {
      RewriteRule rule = rules.get(i);
      if (rule.needs().areIn(line, 0, line.length(), groups)) {
        rewritten = rule.foreign() ? applyForeign(i, rewritten) : apply(i, rewritten, rewritten);
      }
    }
    return rewritten;
  }

  private String applyForeign(int index, String line) {
    try {
      return apply(index, line, new LimitedText(line));
    } catch (LimitedText.LimitReached | StackOverflowError e) {
      // A pattern that is too slow for this line, or too deep, changes nothing in it.
      return line;
    }
  }

  private String apply(int index, String line, CharSequence searched) {
    Matcher matcher = matcher(index, searched);
    if (!matcher.find()) {
      return line;
    }
    StringBuilder out = new StringBuilder(line.length());
    do {
      matcher.appendReplacement(out, rules.get(index).replacement());
    } while (matcher.find());
    return matcher.appendTail(out).toString();
  }

  private Matcher matcher(int index, CharSequence text) {
    Matcher matcher = matchers[index];
    if (matcher == null) {
      matcher = rules.get(index).pattern().matcher(text);
      matchers[index] = matcher;
      return matcher;
    }
    return matcher.reset(text);
  }
}
