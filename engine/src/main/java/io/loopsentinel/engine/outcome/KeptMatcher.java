package io.loopsentinel.engine.outcome;

import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression that is searched in one text after the other by the same matcher, which
 * takes no memory but the first time. Lets go of each text. Not thread-safe.
 */
final class KeptMatcher {

  private final LazyPattern regex;
  private @Nullable Matcher matcher;

  KeptMatcher(LazyPattern regex) {
    this.regex = regex;
  }

  /** Returns whether the expression finds something in a part of a text, taken for itself. */
  boolean finds(String text, int from, int to) {
    Matcher kept = matcher;
    if (kept == null) {
      kept = regex.get().matcher(text);
      matcher = kept;
    } else {
      kept.reset(text);
    }
    boolean found = kept.region(from, to).find();
    kept.reset("");
    return found;
  }
}
