package io.loopsentinel.engine.settings;

import java.util.Comparator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A name in which {@code *} stands for any number of characters and {@code ?} for one.
 *
 * <p>The natural order has the most specific first: exact names, then by the number of literal
 * characters, then those with fewer {@code *}, which match more than {@code ?}, then by text.
 *
 * <p>Immutable and thread-safe. Two globs are equal where their text is.
 */
public final class Glob implements Comparable<Glob> {

  private static final Comparator<Glob> MOST_SPECIFIC_FIRST =
      Comparator.comparing((Glob glob) -> !glob.isExact())
          .thenComparing(Comparator.comparingLong(Glob::literalCharacters).reversed())
          .thenComparingLong(Glob::stars)
          .thenComparing(Glob::text);

  private final String text;
  private final @Nullable Pattern pattern;

  private Glob(String text) {
    this.text = text;
    // Most are names: before main, a JVM has no other use for the classes of patterns.
    this.pattern =
        text.equals(literalStart()) ? null : Pattern.compile(toRegex(text), Pattern.DOTALL);
  }

  /** Creates a glob from its text. */
  public static Glob of(String text) {
    return new Glob(text);
  }

  /** Whether the whole of a name matches. */
  public boolean matches(String name) {
    return pattern == null ? text.equals(name) : pattern.matcher(name).matches();
  }

  /** Whether it matches exactly one name, its own text. */
  public boolean isExact() {
    return pattern == null;
  }

  /** Returns what comes before the first wildcard: what all names that match begin with. */
  public String literalStart() {
    int end = 0;
    while (end < text.length() && text.charAt(end) != '*' && text.charAt(end) != '?') {
      end++;
    }
    return text.substring(0, end);
  }

  @Override
  public int compareTo(Glob other) {
    return MOST_SPECIFIC_FIRST.compare(this, other);
  }

  /** Returns the glob as it was written. */
  public String text() {
    return text;
  }

  private long literalCharacters() {
    return text.length() - stars() - text.chars().filter(c -> c == '?').count();
  }

  private long stars() {
    return text.chars().filter(c -> c == '*').count();
  }

  private static String toRegex(String glob) {
    return Pattern.quote(glob).replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q");
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
