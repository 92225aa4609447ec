package io.loopsentinel.engine.outcome;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds a few short patterns alone; its filter is made when a line is looked at first, which few of
 * those of the tables ever are. Thread-safe.
 */
final class LazyFilter {

  private final List<ShortPattern> patterns;

  /** Two threads may make it; what they make is equal. */
  private volatile @Nullable PatternFilter filter;

  LazyFilter(List<ShortPattern> patterns) {
    this.patterns = patterns;
  }

  /** Returns whether a part of a text may hold one of them. */
  boolean mayFind(String text, int from, int to) {
    PatternFilter known = filter;
    if (known == null) {
      known = new PatternFilter(PatternFilter.spread(patterns));
      filter = known;
    }
    return known.groupsIn(text, from, to) != 0;
  }
}
