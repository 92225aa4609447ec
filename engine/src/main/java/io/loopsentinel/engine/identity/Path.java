package io.loopsentinel.engine.identity;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A path into the arguments, such as {@code user.id}, {@code **.timestamp}, {@code items[*].id} or
 * {@code ["a.b"].c}.
 *
 * @param steps at least one
 * @param source the complete path as written
 */
record Path(List<Step> steps, String source) {

  private static final Step ANY_DEPTH = new Step(null, true, true);

  /** Matches {@code [*]} (group 1), a quoted name (group 3) or a name after a dot (group 4). */
  private static final Pattern STEP =
      Pattern.compile("(\\[\\*])|\\[([\"'])(.*?)\\2]|(?:^(?!\\[)|\\.)([^.\\[]*)", Pattern.DOTALL);

  /**
   * One step of a path.
   *
   * @param name the member's name; null for any
   * @param overMembers whether it matches members of an object
   * @param overElements whether it matches elements of an array
   */
  record Step(@Nullable String name, boolean overMembers, boolean overElements) {

    boolean isAnyDepth() {
      return overMembers && overElements;
    }

    boolean matchesMember(String member) {
      return overMembers && (name == null || name.equals(member));
    }
  }

  Step first() {
    return steps.get(0);
  }

  /** Returns whether the first step matches any number of members and elements, or none. */
  boolean isAnyDepth() {
    return first().isAnyDepth();
  }

  boolean isLast() {
    return steps.size() == 1;
  }

  Path rest() {
    return new Path(steps.subList(1, steps.size()), source);
  }

  // The steps are the last ones of the source. See decision 8.
  @Override
  public boolean equals(Object other) {
    return other instanceof Path path
        && source.equals(path.source)
        && steps.size() == path.steps.size();
  }

  @Override
  public int hashCode() {
    return 31 * source.hashCode() + steps.size();
  }

  /**
   * Parses a path.
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
        !path.startsWith("[*]"),
        path,
        "starts with '[*]', but arguments are an object; name a member first");
    List<Step> steps = new ArrayList<>();
    Matcher matcher = STEP.matcher(path);
    for (int at = 0; at < path.length(); at = matcher.end()) {
      boolean isStep = matcher.find(at) && matcher.start() == at;
      require(
          isStep || path.charAt(at) != '[',
          path,
          "has a bracket at column " + (at + 1) + "; write [*] or a quoted name, [\"a.b\"]");
      require(isStep, path, "needs a '.' before column " + (at + 1));
      steps.add(step(matcher, path));
    }
    require(
        !steps.get(steps.size() - 1).isAnyDepth(),
        path,
        "names no member after '**'; add one, such as **.timestamp");
    return new Path(List.copyOf(steps), path);
  }

  private static Step step(Matcher matcher, String path) {
    if (matcher.group(1) != null) {
      return new Step(null, false, true);
    }
    String name = matcher.group(4);
    if (name == null) {
      return new Step(matcher.group(3), true, false);
    }
    require(
        !name.isBlank(),
        path,
        "has no name at column " + (matcher.start(4) + 1) + "; put one dot between two names");
    if (name.equals("**")) {
      return ANY_DEPTH;
    }
    require(
        name.equals("*") || (name.indexOf('*') < 0 && name.indexOf(']') < 0),
        path,
        "has '%1$s'; '*' and '**' stand for whole names, and a name with such characters is"
                .formatted(name)
            + " written [\""
            + name
            + "\"]");
    return new Step(name.equals("*") ? null : name, true, false);
  }

  private static void require(boolean holds, String path, String problem) {
    if (!holds) {
      throw new IllegalArgumentException("the path '" + path + "' " + problem);
    }
  }
}
