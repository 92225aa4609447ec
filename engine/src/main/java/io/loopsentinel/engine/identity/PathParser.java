package io.loopsentinel.engine.identity;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads a path such as {@code user.id}, {@code **.timestamp}, {@code items[*].id} or {@code
 * ["a.b"].c}.
 */
final class PathParser {

  private final String path;
  private final List<PathSegment> segments = new ArrayList<>();
  private int at;

  private PathParser(String path) {
    this.path = path;
  }

  /**
   * Reads a path.
   *
   * @throws IllegalArgumentException if it can never name a member; the message says why
   */
  static List<PathSegment> parse(String path) {
    return new PathParser(path).parse();
  }

  private List<PathSegment> parse() {
    if (path.isBlank()) {
      throw problem("is empty; name a member, such as request_id");
    }
    readFirst();
    while (at < path.length()) {
      if (path.charAt(at) == '[') {
        readBracket();
      } else if (path.charAt(at) == '.') {
        at++;
        readName();
      } else {
        throw problem("needs a '.' before column " + (at + 1));
      }
    }
    if (segments.get(segments.size() - 1).equals(PathSegment.ANY_DEPTH)) {
      throw problem("names no member after '**'; add one, such as **.timestamp");
    }
    return List.copyOf(segments);
  }

  private void readFirst() {
    if (path.startsWith("$.") || path.startsWith("$[")) {
      throw problem("starts with '$'; paths start at the arguments, so leave it out");
    }
    if (path.charAt(0) == '[') {
      readBracket();
      if (segments.get(0).equals(PathSegment.ANY_ELEMENT)) {
        throw problem("starts with '[*]', but arguments are an object; name a member first");
      }
    } else {
      readName();
    }
  }

  private void readName() {
    int start = at;
    while (at < path.length() && path.charAt(at) != '.' && path.charAt(at) != '[') {
      at++;
    }
    String name = path.substring(start, at);
    if (name.isBlank()) {
      throw problem("has no name at column " + (start + 1) + "; put one dot between two names");
    }
    switch (name) {
      case "*" -> segments.add(PathSegment.ANY_MEMBER);
      case "**" -> segments.add(PathSegment.ANY_DEPTH);
      default -> {
        if (name.indexOf('*') >= 0 || name.indexOf(']') >= 0) {
          throw problem(
              "has '%s'; '*' and '**' stand for whole names, and a name with such characters is"
                      .formatted(name)
                  + " written [\"%s\"]".formatted(name));
        }
        segments.add(PathSegment.named(name));
      }
    }
  }

  private void readBracket() {
    int start = at;
    if (path.startsWith("[*]", at)) {
      at += 3;
      segments.add(PathSegment.ANY_ELEMENT);
      return;
    }
    char quote = at + 1 < path.length() ? path.charAt(at + 1) : 0;
    int end = quote == '"' || quote == '\'' ? path.indexOf(quote + "]", at + 2) : -1;
    if (end < 0) {
      throw problem(
          "has a bracket at column " + (start + 1) + "; write [*] or a quoted name, [\"a.b\"]");
    }
    segments.add(PathSegment.named(path.substring(at + 2, end)));
    at = end + 2;
  }

  private IllegalArgumentException problem(String what) {
    return new IllegalArgumentException("the path '" + path + "' " + what);
  }
}
