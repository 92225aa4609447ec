package io.loopsentinel.engine.identity;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A selection of the arguments by which calls of a tool are compared.
 *
 * <p>A path names members, starting at the arguments: {@code request_id}, {@code user.id}, {@code
 * items[*].id} (in each element of an array), {@code meta.*} (each member), {@code **.timestamp}
 * (at any depth, including the top), {@code ["a.b"]} (a name with special characters).
 *
 * <p>If both lists are given, a member counts if {@code only} names it and {@code ignore} does not.
 * On the way to a member named in {@code only}, objects and arrays are kept as empty frames and
 * other values as null. Paths have no effect on arguments that are not an object.
 *
 * <p>Rules with equal texts are equal. Immutable and thread-safe.
 */
public final class IdentityRule {

  public static final IdentityRule ALL_ARGUMENTS =
      new IdentityRule(List.of(), List.of(), Normalisation.NONE);

  private static final int MAX_NAMES = 62;

  private final List<String> ignore;
  private final List<String> only;
  private final Normalisation normalisation;
  private final PathScope scope;

  private IdentityRule(List<String> ignore, List<String> only, Normalisation normalisation) {
    this.normalisation = normalisation;
    this.ignore = List.copyOf(ignore);
    this.only = List.copyOf(only);
    List<Path> paths = new ArrayList<>();
    int names = 0;
    for (String text : Stream.of(ignore, only).flatMap(List::stream).toList()) {
      Path path = Path.parse(text);
      names += path.steps().size();
      if (names > MAX_NAMES) {
        throw new IllegalArgumentException(
            "the paths have more than %s names together, at '%s'; use fewer or shorter paths"
                .formatted(MAX_NAMES, text));
      }
      paths.add(path);
    }
    this.scope =
        PathScope.of(paths.subList(0, ignore.size()), paths.subList(ignore.size(), paths.size()));
  }

  /**
   * Returns the rule with these paths.
   *
   * @param only paths of the members that count; empty for all
   * @throws IllegalArgumentException if a path can never name a member, or if the paths have more
   *     than 62 names together; the message names the path and says what to write
   */
  public static IdentityRule of(
      List<String> ignore, List<String> only, Normalisation normalisation) {
    return ignore.isEmpty() && only.isEmpty() && normalisation.isNone()
        ? ALL_ARGUMENTS
        : new IdentityRule(ignore, only, normalisation);
  }

  /** Returns the paths of the members that are left out. */
  public List<String> ignore() {
    return ignore;
  }

  /** Returns the paths of the members that count; empty for all. */
  public List<String> only() {
    return only;
  }

  /** Returns the differences to ignore in the members that count. */
  public Normalisation normalisation() {
    return normalisation;
  }

  boolean hasPaths() {
    return !ignore.isEmpty() || !only.isEmpty();
  }

  /** Returns the scope of the top-level arguments if they are an object. */
  PathScope scope() {
    return scope;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof IdentityRule rule
            && ignore.equals(rule.ignore)
            && only.equals(rule.only)
            && normalisation.equals(rule.normalisation));
  }

  @Override
  public int hashCode() {
    return Objects.hash(ignore, only, normalisation);
  }

  @Override
  public String toString() {
    return "IdentityRule[ignore=" + ignore + ", only=" + only + ", " + normalisation + "]";
  }
}
