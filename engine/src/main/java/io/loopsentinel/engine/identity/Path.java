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

  private static final String ANY_ELEMENT = "[*]";

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
    require(!path.isBlank(), path, "is empty; name a member, such as request_id");
    require(
        !path.startsWith("$.") && !path.startsWith("$["),
        path,
        "starts with '$'; paths start at the arguments, so leave it out");
    require(
        !path.startsWith(ANY_ELEMENT),
        path,
        "starts with '[*]', but arguments are an object; name a member first");
    List<Segment> segments = new ArrayList<>();
    int at = 0;
    while (at < path.length()) {
      boolean isBracket = path.charAt(at) == '[';
      if (!isBracket && at > 0) {
        require(path.charAt(at) == '.', path, "needs a '.' before column " + (at + 1));
        at++;
      }
      int end = isBracket ? endOfBracket(path, at) : endOfName(path, at);
      segments.add(isBracket ? bracket(path.substring(at, end)) : name(path, at, end));
      at = end;
    }
    Path parsed = new Path(List.copyOf(segments));
    require(
        !segments.get(segments.size() - 1).equals(Segment.ANY_DEPTH),
        path,
        "names no member after '**'; add one, such as **.timestamp");
    return parsed;
  }

  private static int endOfName(String path, int start) {
    int end = start;
    while (end < path.length() && path.charAt(end) != '.' && path.charAt(end) != '[') {
      end++;
    }
    return end;
  }

  private static Segment name(String path, int start, int end) {
    String name = path.substring(start, end);
    require(
        !name.isBlank(),
        path,
        "has no name at column " + (start + 1) + "; put one dot between two names");
    return switch (name) {
      case "*" -> Segment.ANY_MEMBER;
      case "**" -> Segment.ANY_DEPTH;
      default -> {
        require(
            name.indexOf('*') < 0 && name.indexOf(']') < 0,
            path,
            "has '%s'; '*' and '**' stand for whole names, and a name with such characters is"
                    .formatted(name)
                + " written [\"%s\"]".formatted(name));
        yield new Segment(name, true, false);
      }
    };
  }

  private static int endOfBracket(String path, int start) {
    if (path.startsWith(ANY_ELEMENT, start)) {
      return start + ANY_ELEMENT.length();
    }
    char quote = start + 1 < path.length() ? path.charAt(start + 1) : 0;
    int end = quote == '"' || quote == '\'' ? path.indexOf(quote + "]", start + 2) : -1;
    require(
        end >= 0,
        path,
        "has a bracket at column " + (start + 1) + "; write [*] or a quoted name, [\"a.b\"]");
    return end + 2;
  }

  private static Segment bracket(String bracket) {
    return bracket.equals(ANY_ELEMENT)
        ? Segment.ANY_ELEMENT
        : new Segment(bracket.substring(2, bracket.length() - 2), true, false);
  }

  private static void require(boolean holds, String path, String problem) {
    if (!holds) {
      throw new IllegalArgumentException("the path '" + path + "' " + problem);
    }
  }
}
