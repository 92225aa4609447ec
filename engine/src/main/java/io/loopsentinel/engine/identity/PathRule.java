package io.loopsentinel.engine.identity;

import java.util.ArrayList;
import java.util.List;

/**
 * The paths of an identity rule, followed all at once while the arguments are walked.
 *
 * <p>They are one nondeterministic automaton. Its states, the segments still to be stepped over,
 * are the bits of a long, here called the scope; each member or element that is entered gives the
 * scope in which its own members stand. So there is nothing to allocate and nothing to undo.
 *
 * <p>Immutable and thread-safe.
 */
final class PathRule {

  /** This member is left out. */
  static final long DROP = Long.MIN_VALUE;

  /** The bit that says: this value counts. Alone: all in it counts, there are no more steps. */
  static final long KEEP = 1L << 62;

  private static final int MAX_SEGMENTS = 62;

  private final List<PathSegment> segments = new ArrayList<>();
  private final long onlySegments;
  private final long lastSegments;
  private final long start;

  PathRule(List<String> ignore, List<String> only) {
    long first = only.isEmpty() ? KEEP : 0;
    long last = 0;
    for (String path : ignore) {
      first |= 1L << segments.size();
      last |= append(path);
    }
    int ignoreSize = segments.size();
    for (String path : only) {
      first |= 1L << segments.size();
      last |= append(path);
    }
    onlySegments = (1L << segments.size()) - (1L << ignoreSize);
    lastSegments = last;
    start = skipDepth(first);
  }

  private long append(String path) {
    segments.addAll(PathParser.parse(path));
    if (segments.size() > MAX_SEGMENTS) {
      throw new IllegalArgumentException(
          "the paths have more than %d names together, at '%s'; use fewer or shorter paths"
              .formatted(MAX_SEGMENTS, path));
    }
    return 1L << (segments.size() - 1);
  }

  /** Returns the scope of the arguments' own members. */
  long start() {
    return start;
  }

  /** Tells whether a value in this scope counts; otherwise only some inside it may. */
  static boolean isKept(long scope) {
    return (scope & KEEP) != 0;
  }

  /** Returns the scope inside a member of an object in the given scope, or {@link #DROP}. */
  long member(long scope, String name) {
    return scope == KEEP ? KEEP : enterMember(scope, name);
  }

  /** Returns the scope inside an element of an array in the given scope, or {@link #DROP}. */
  long element(long scope) {
    return scope == KEEP ? KEEP : enterElement(scope);
  }

  private long enterMember(long scope, String name) {
    long matched = 0;
    for (long rest = scope & ~KEEP; rest != 0; rest &= rest - 1) {
      int at = Long.numberOfTrailingZeros(rest);
      PathSegment segment = segments.get(at);
      boolean matches =
          switch (segment.kind()) {
            case NAME -> segment.name().equals(name);
            case ANY_MEMBER, ANY_DEPTH -> true;
            case ANY_ELEMENT -> false;
          };
      matched |= matches ? 1L << at : 0;
    }
    return enter(scope, matched);
  }

  private long enterElement(long scope) {
    long matched = 0;
    for (long rest = scope & ~KEEP; rest != 0; rest &= rest - 1) {
      int at = Long.numberOfTrailingZeros(rest);
      boolean matches =
          switch (segments.get(at).kind()) {
            case ANY_ELEMENT, ANY_DEPTH -> true;
            case NAME, ANY_MEMBER -> false;
          };
      matched |= matches ? 1L << at : 0;
    }
    return enter(scope, matched);
  }

  private long enter(long scope, long matched) {
    long reached = matched & lastSegments;
    if ((reached & ~onlySegments) != 0) {
      return DROP;
    }
    long next = scope & KEEP;
    for (long rest = matched & ~lastSegments; rest != 0; rest &= rest - 1) {
      int at = Long.numberOfTrailingZeros(rest);
      next |= 1L << (isAnyDepth(at) ? at : at + 1);
    }
    next = skipDepth(next);
    if (isKept(next) || reached != 0) {
      return (next & ~onlySegments) | KEEP;
    }
    return (next & onlySegments) == 0 ? DROP : next;
  }

  /** Adds, for each "any depth" about to be stepped over, the segment after it. */
  private long skipDepth(long scope) {
    long result = scope;
    for (int at = 0; at < segments.size(); at++) {
      if ((result & 1L << at) != 0 && isAnyDepth(at)) {
        result |= 1L << (at + 1);
      }
    }
    return result;
  }

  private boolean isAnyDepth(int segment) {
    return segments.get(segment).kind() == PathSegment.Kind.ANY_DEPTH;
  }
}
