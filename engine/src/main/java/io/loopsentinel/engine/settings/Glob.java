package io.loopsentinel.engine.settings;

import java.util.Comparator;

/**
 * A name in which {@code *} stands for any number of characters and {@code ?} for one.
 *
 * <p>Matching takes at most the product of both lengths in steps and no memory. No regular
 * expression is used: one with several {@code .*} goes back and forth in exponential time, and a
 * model chooses the name. See <a href="https://research.swtch.com/glob">Glob Matching Can Be Simple
 * And Fast Too</a>.
 *
 * <p>The natural order has the most specific first: exact names, then by the number of literal
 * characters, then those with fewer {@code *}, which match more than {@code ?}, then by text.
 *
 * <p>Immutable and thread-safe. Globs with equal texts are equal.
 */
public final class Glob implements Comparable<Glob> {

  private static final Comparator<Glob> BY_SPECIFICITY =
      Comparator.comparing((Glob glob) -> !glob.isExact())
          .thenComparing(Comparator.comparingInt((Glob glob) -> glob.literals).reversed())
          .thenComparingInt(glob -> glob.stars)
          .thenComparing(Glob::text);

  private static final int END = -1;

  private final String text;
  private final boolean exact;
  private final int stars;
  private final int literals;

  private Glob(String text) {
    this.text = text;
    this.exact = text.equals(literalStart());
    this.stars = count('*');
    this.literals = text.length() - stars - count('?');
  }

  public static Glob of(String text) {
    return new Glob(text);
  }

  public boolean matches(String name) {
    return exact ? text.equals(name) : matchesWildcards(name);
  }

  /**
   * Lets each {@code *} match as little as possible. If the rest does not match, only the last one
   * has to match more: everything before it has matched as early as possible.
   */
  private boolean matchesWildcards(String name) {
    int inText = 0;
    int inName = 0;
    int lastStar = -1;
    int starEnd = 0;
    while (inName < name.length()) {
      int expected = inText < text.length() ? text.charAt(inText) : END;
      if (expected == '*') {
        lastStar = inText++;
        starEnd = inName;
      } else if (expected == '?') {
        inText++;
        inName = next(name, inName);
      } else if (expected == name.charAt(inName)) {
        inText++;
        inName++;
      } else if (lastStar >= 0) {
        inText = lastStar + 1;
        starEnd = next(name, starEnd);
        inName = starEnd;
      } else {
        return false;
      }
    }
    while (inText < text.length() && text.charAt(inText) == '*') {
      inText++;
    }
    return inText == text.length();
  }

  /** Returns the index after a character, which may take two units. */
  private static int next(String name, int index) {
    return index + Character.charCount(name.codePointAt(index));
  }

  /** Returns whether it matches only its own text. */
  public boolean isExact() {
    return exact;
  }

  /** Returns the text before the first wildcard, with which all matching names begin. */
  public String literalStart() {
    int end = 0;
    while (end < text.length() && text.charAt(end) != '*' && text.charAt(end) != '?') {
      end++;
    }
    return text.substring(0, end);
  }

  @Override
  public int compareTo(Glob other) {
    return BY_SPECIFICITY.compare(this, other);
  }

  public String text() {
    return text;
  }

  private int count(char wildcard) {
    return (int) text.chars().filter(c -> c == wildcard).count();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Glob glob && text.equals(glob.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
