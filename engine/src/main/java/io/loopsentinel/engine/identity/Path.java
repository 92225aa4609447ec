package io.loopsentinel.engine.identity;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A path into the arguments, such as {@code user.id}, {@code **.timestamp}, {@code items[*].id} or
 * {@code ["a.b"].c}.
 *
 * @param segments at least one
 */
record Path(List<Segment> segments) {

  /**
   * One step of a path.
   *
   * @param name of the member; null if any will do
   * @param overMembers whether it steps over a member of an object
   * @param overElements whether it steps over an element of an array
   */
  record Segment(@Nullable String name, boolean overMembers, boolean overElements) {

    static final Segment ANY_MEMBER = new Segment(null, true, false);
    static final Segment ANY_ELEMENT = new Segment(null, false, true);

    /** Any number of members and elements, none included. */
    static final Segment ANY_DEPTH = new Segment(null, true, true);

    boolean matchesMember(String member) {
      return overMembers && (name == null || name.equals(member));
    }

    boolean matchesElement() {
      return overElements;
    }
  }

  Segment first() {
    return segments.get(0);
  }

  boolean isAnyDepth() {
    return first().equals(Segment.ANY_DEPTH);
  }

  int length() {
    return segments.size();
  }

  boolean isLast() {
    return length() == 1;
  }

  /** Returns the path after its first step. */
  Path rest() {
    return new Path(segments.subList(1, segments.size()));
  }

  /**
   * Reads a path.
   *
   * @throws IllegalArgumentException if it can never name a member; the message says why
   */
  static Path parse(String path) {
    return new Path(List.copyOf(new Parser(path).parse()));
  }

  private static final class Parser {

    private final String path;
    private final List<Segment> segments = new ArrayList<>();
    private int at;

    Parser(String path) {
      this.path = path;
    }

    List<Segment> parse() {
      if (path.isBlank()) {
        throw problem("is empty; name a member, such as request_id");
      }
      if (path.startsWith("$.") || path.startsWith("$[")) {
        throw problem("starts with '$'; paths start at the arguments, so leave it out");
      }
      if (path.startsWith("[*]")) {
        throw problem("starts with '[*]', but arguments are an object; name a member first");
      }
      next(path.charAt(0) != '[');
      while (at < path.length()) {
        boolean isName = path.charAt(at) == '.';
        if (!isName && path.charAt(at) != '[') {
          throw problem("needs a '.' before column " + (at + 1));
        }
        at += isName ? 1 : 0;
        next(isName);
      }
      if (segments.get(segments.size() - 1).equals(Segment.ANY_DEPTH)) {
        throw problem("names no member after '**'; add one, such as **.timestamp");
      }
      return segments;
    }

    private void next(boolean isName) {
      segments.add(isName ? name() : bracket());
    }

    private Segment name() {
      int start = at;
      while (at < path.length() && path.charAt(at) != '.' && path.charAt(at) != '[') {
        at++;
      }
      String name = path.substring(start, at);
      if (name.isBlank()) {
        throw problem("has no name at column " + (start + 1) + "; put one dot between two names");
      }
      if (name.equals("*")) {
        return Segment.ANY_MEMBER;
      }
      if (name.equals("**")) {
        return Segment.ANY_DEPTH;
      }
      if (name.indexOf('*') >= 0 || name.indexOf(']') >= 0) {
        throw problem(
            "has '%s'; '*' and '**' stand for whole names, and a name with such characters is"
                    .formatted(name)
                + " written [\"%s\"]".formatted(name));
      }
      return new Segment(name, true, false);
    }

    private Segment bracket() {
      int start = at;
      if (path.startsWith("[*]", at)) {
        at += 3;
        return Segment.ANY_ELEMENT;
      }
      char quote = at + 1 < path.length() ? path.charAt(at + 1) : 0;
      int end = quote == '"' || quote == '\'' ? path.indexOf(quote + "]", at + 2) : -1;
      if (end < 0) {
        throw problem(
            "has a bracket at column " + (start + 1) + "; write [*] or a quoted name, [\"a.b\"]");
      }
      at = end + 2;
      return new Segment(path.substring(start + 2, end), true, false);
    }

    private IllegalArgumentException problem(String what) {
      return new IllegalArgumentException("the path '" + path + "' " + what);
    }
  }
}
