package io.loopsentinel.engine.identity;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What the paths of a rule say about one value of the arguments: which of them may go on inside it.
 * Immutable but for what it notes, and thread-safe where nothing is noted.
 *
 * @param isKept whether a value here counts; otherwise only some inside it may
 * @param named is given the sources of paths that end at a value
 */
record PathScope(boolean isKept, Set<Path> ignore, Set<Path> only, Set<String> named) {

  /** Everything inside counts. */
  static final PathScope KEEP = new PathScope(true, Set.of(), Set.of(), Set.of());

  /** This member or element is left out. */
  static final PathScope DROP = new PathScope(false, Set.of(), Set.of(), Set.of());

  /** Returns the scope of the arguments as a whole, which are an object; it can note nothing. */
  static PathScope of(List<Path> ignore, List<Path> only) {
    return ignore.isEmpty() && only.isEmpty()
        ? KEEP
        : new PathScope(only.isEmpty(), withAnyDepth(ignore), withAnyDepth(only), Set.of());
  }

  /** Returns this scope, for the arguments of one call whose paths are noted. */
  PathScope noting(Set<String> paths) {
    return new PathScope(isKept, ignore, only, paths);
  }

  /** Returns the scope of a member of the object that is here, or {@link #DROP}. */
  PathScope member(String name) {
    return equals(KEEP) ? KEEP : inside(step -> step.matchesMember(name));
  }

  /** Returns the scope of the elements of the array that is here, or {@link #DROP}. */
  PathScope element() {
    return equals(KEEP) ? KEEP : inside(Path.Step::overElements);
  }

  private PathScope inside(Predicate<Path.Step> matches) {
    Set<Path> ignoreInside = new LinkedHashSet<>();
    Set<Path> onlyInside = new LinkedHashSet<>();
    boolean ignored = step(ignore, matches, ignoreInside);
    boolean counted = step(only, matches, onlyInside);
    if (ignored) {
      return DROP;
    }
    if (isKept || counted) {
      return ignoreInside.isEmpty() ? KEEP : new PathScope(true, ignoreInside, Set.of(), named);
    }
    return onlyInside.isEmpty() ? DROP : new PathScope(false, ignoreInside, onlyInside, named);
  }

  /** Adds what is left of the paths after one step; returns whether one of them ends with it. */
  private boolean step(Set<Path> paths, Predicate<Path.Step> matches, Set<Path> remaining) {
    boolean ended = false;
    for (Path path : paths) {
      if (path.isAnyDepth()) {
        addWithAnyDepth(path, remaining);
      } else if (matches.test(path.first())) {
        ended |= path.isLast();
        if (path.isLast()) {
          named.add(path.source());
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

  /** Adds a path, and what follows {@code **} in its front, which may stand for no step at all. */
  private static void addWithAnyDepth(Path path, Set<Path> paths) {
    Path added = path;
    paths.add(added);
    while (added.isAnyDepth()) {
      added = added.rest();
      paths.add(added);
    }
  }
}
