package io.loopsentinel.engine.detect;

import java.util.List;

/** Recognises calls that wait by themselves: of a tool named so, or of a command that sleeps. */
public final class SelfWaiting {

  private static final List<String> TOOL_WORDS = List.of("wait", "sleep", "delay");
  private static final String COMMAND = "sleep ";

  /** Only the beginning of an argument is searched. */
  private static final int MAX_SEARCHED = 1_024;

  /** A shorter sleep is a pause between two steps. */
  private static final int MIN_SECONDS = 10;

  private SelfWaiting() {}

  /**
   * Returns whether a call waits by itself.
   *
   * @param values the texts and numbers in its arguments
   */
  public static boolean isWait(String tool, List<String> values) {
    for (String word : TOOL_WORDS) {
      if (hasWord(tool, word)) {
        return true;
      }
    }
    for (String value : values) {
      if (sleeps(value)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a name contains a word, as in {@code wait_for}, {@code waitFor}, {@code Wait}. */
  private static boolean hasWord(String name, String word) {
    int last = name.length() - word.length();
    for (int i = 0; i <= last; i++) {
      if (name.regionMatches(true, i, word, 0, word.length())
          && (i == 0 || !Character.isLetter(name.charAt(i - 1)) || isCapital(name, i))
          && (i == last || !Character.isLowerCase(name.charAt(i + word.length())))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isCapital(String name, int index) {
    return Character.isUpperCase(name.charAt(index))
        && Character.isLowerCase(name.charAt(index - 1));
  }

  private static boolean sleeps(String command) {
    int start = command.indexOf(COMMAND);
    if (start < 0 || start > MAX_SEARCHED) {
      return false;
    }
    int seconds = 0;
    int end = start + COMMAND.length();
    while (end < command.length() && Character.isDigit(command.charAt(end)) && seconds < 1_000) {
      seconds = 10 * seconds + Character.digit(command.charAt(end), 10);
      end++;
    }
    boolean isMinutes = seconds > 0 && end < command.length() && command.charAt(end) == 'm';
    return isMinutes || seconds >= MIN_SECONDS;
  }
}
