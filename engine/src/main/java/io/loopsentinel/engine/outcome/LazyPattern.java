package io.loopsentinel.engine.outcome;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression that is compiled when it is searched first.
 *
 * <p>Most of a table never are in most programs, and all of them together take five milliseconds
 * when nothing is compiled yet. Thread-safe.
 */
final class LazyPattern {

  private final String regex;
  private final int flags;
  private volatile @Nullable Pattern compiled;

  /**
   * Creates an expression that is not compiled yet.
   *
   * @param flags as {@link Pattern#compile(String, int)} takes them
   */
  LazyPattern(String regex, int flags) {
    this.regex = regex;
    this.flags = flags;
  }

  /** Compiles it where nobody has; two threads may, and their patterns are equal. */
  Pattern get() {
    Pattern known = compiled;
    if (known == null) {
      known = Pattern.compile(regex, flags);
      compiled = known;
    }
    return known;
  }
}
