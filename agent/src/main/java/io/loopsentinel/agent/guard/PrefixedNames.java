package io.loopsentinel.agent.guard;

/**
 * Recognises the name of a tool behind a prefix.
 *
 * <p>Frameworks put the name of an MCP server or client in front of those of its tools, so that two
 * servers may have tools of one name, and replace the characters that model providers refuse:
 * {@code get-weather} of the client {@code city} becomes {@code city_get_weather}.
 */
final class PrefixedNames {

  private PrefixedNames() {}

  /** Whether one of two different names ends with the other, after a character that separates. */
  static boolean areOfOneTool(String name, String other) {
    return name.length() >= other.length() ? endsWith(name, other) : endsWith(other, name);
  }

  private static boolean endsWith(String name, String ending) {
    int start = name.length() - ending.length();
    if (ending.isEmpty() || (start > 0 && !isSeparator(name.charAt(start - 1)))) {
      return false;
    }
    for (int i = 0; i < ending.length(); i++) {
      char a = name.charAt(start + i);
      char b = ending.charAt(i);
      if (a != b && !(isSeparator(a) && isSeparator(b))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSeparator(char character) {
    return !Character.isLetterOrDigit(character);
  }
}
