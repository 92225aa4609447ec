package io.loopsentinel.engine.identity;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The state of a rule's paths at one value of the arguments: the paths that may match inside it.
 * Immutable except for {@code matchedPaths}; thread-safe if no matches are recorded.
 *
 * @param isKept whether this value counts; if not, only values inside it may
 * @param matchedPaths receives the sources of the paths that match a value
 */
record PathScope(boolean isKept, Set<Path> ignore, Set<Path> only, Set<String> matchedPaths) {

  /** Everything inside counts. */
  static final PathScope KEEP = new PathScope(true, Set.of(), Set.of(), Set.of());

  /** This member or element is left out. */
  static final PathScope DROP = new PathScope(false, Set.of(), Set.of(), Set.of());

  private boolean keepsAll() {
    return isKept && ignore.isEmpty();
  }

  boolean dropsAll() {
    return !isKept && only.isEmpty();
  }

  /** Returns the scope of top-level arguments that are an object. It cannot record matches. */
  static PathScope of(List<Path> ignore, List<Path> only) {
    return ignore.isEmpty() && only.isEmpty()
        ? KEEP
        : new PathScope(only.isEmpty(), withAnyDepth(ignore), withAnyDepth(only), Set.of());
  }

  /** Returns a copy for one call, which adds the sources of matching paths to {@code paths}. */
  PathScope recordingTo(Set<String> paths) {
    return new PathScope(isKept, ignore, only, paths);
  }

  /** Returns the scope of a member of this object, or {@link #DROP}. */
  PathScope member(String name) {
    return keepsAll() ? KEEP : descend(step -> step.matchesMember(name));
  }

  /** Returns the scope of the elements of this array, or {@link #DROP}. */
  PathScope element() {
    return keepsAll() ? KEEP : descend(Path.Step::overElements);
  }

  private PathScope descend(Predicate<Path.Step> matches) {
    Set<Path> ignoreInside = new LinkedHashSet<>();
    Set<Path> onlyInside = new LinkedHashSet<>();
    boolean ignored = advance(ignore, matches, ignoreInside);
    boolean counted = advance(only, matches, onlyInside);
    if (ignored) {
      return DROP;
    }
    if (isKept || counted) {
      return ignoreInside.isEmpty()
          ? KEEP
          : new PathScope(true, ignoreInside, Set.of(), matchedPaths);
    }
    return onlyInside.isEmpty()
        ? DROP
        : new PathScope(false, ignoreInside, onlyInside, matchedPaths);
  }

  /** Adds the rest of each path that matches one step. Returns whether a path ends with it. */
  private boolean advance(Set<Path> paths, Predicate<Path.Step> matches, Set<Path> remaining) {
    boolean ended = false;
    for (Path path : paths) {
      if (path.isAnyDepth()) {
        addWithAnyDepth(path, remaining);
      } else if (matches.test(path.first())) {
        ended |= path.isLast();
        if (path.isLast()) {
          matchedPaths.add(path.source());
        } else {
          addWithAnyDepth(path.rest(), remaining);
        }
      }
    }
    return ended;
  }

  private static Set<Path> withAnyDepth(List<Path> paths) {
    Set<Path> all = new LinkedHashSet<>();
    paths.forEach(path -> addWithAnyDepth(path, all));
    return all;
  }

  /** Adds a path and, because a leading {@code **} may match no step, the path without it. */
  private static void addWithAnyDepth(Path path, Set<Path> paths) {
    Path added = path;
    paths.add(added);
    while (added.isAnyDepth()) {
      added = added.rest();
      paths.add(added);
    }
  }
}
