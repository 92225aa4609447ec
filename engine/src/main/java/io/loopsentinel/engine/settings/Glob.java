package io.loopsentinel.engine.settings;

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

  private final String text;
  private final @Nullable Pattern pattern;

  private Glob(String text) {
    this.text = text;
    // Most are names: before main, a JVM has no other use for the classes of patterns.
    this.pattern =
        text.indexOf('*') < 0 && text.indexOf('?') < 0
            ? null
            : Pattern.compile(toRegex(text), Pattern.DOTALL);
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
    int order = Boolean.compare(other.isExact(), isExact());
    order = order != 0 ? order : Integer.compare(other.literalCharacters(), literalCharacters());
    order = order != 0 ? order : Integer.compare(stars(), other.stars());
    return order != 0 ? order : text.compareTo(other.text);
  }

  /** Returns the glob as it was written. */
  public String text() {
    return text;
  }

  private int literalCharacters() {
    return text.length() - count('*') - count('?');
  }

  private int stars() {
    return count('*');
  }

  private int count(char wanted) {
    int count = 0;
    for (int i = 0; i < text.length(); i++) {
      count += text.charAt(i) == wanted ? 1 : 0;
    }
    return count;
  }

  private static String toRegex(String glob) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < glob.length(); i++) {
      char c = glob.charAt(i);
      switch (c) {
        case '*' -> regex.append(".*");
        case '?' -> regex.append('.');
        default -> regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    return regex.toString();
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
