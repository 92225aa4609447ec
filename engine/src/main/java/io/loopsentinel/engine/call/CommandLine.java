package io.loopsentinel.engine.call;

import io.loopsentinel.engine.identity.JsonText;
import io.loopsentinel.engine.text.StoppedThread;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the command line in the arguments of a call, by the name of an argument or its form. */
public final class CommandLine {

  /** Names of arguments that hold command lines, and endings of such names. */
  private static final List<String> NAMES = List.of("command", "cmd");

  /** Names of arguments that may hold a command line, a program in a language, or other text. */
  private static final List<String> CODE_NAMES =
      List.of("script", "code", "bash", "shell", "input");

  /** A word of a command line that is no option. Code has signs in most places. */
  private static final String WORD = "[\\w./:@~*+-]{1,200}";

  /** The first line of a script, or a program with an option or with another program behind it. */
  private static final Pattern SHELL =
      Pattern.compile(
          "\\s{0,9}(?:#!\\S{0,60}sh\\b|(?:[a-z][\\w.+-]{0,30}|\\.{0,2}/[\\w./-]{1,80})(?: WORD){0,3}?"
                  .replace("WORD", WORD)
              + " (?:--?[A-Za-z][\\w-]{0,30}(?=[ =\\n]|$)|(?:&&|\\|\\|?) [a-z./]))");

  /** Maximum number of arguments that are looked at; a map of the application may have no end. */
  private static final int MAX_ARGUMENTS = 1_000;

  private CommandLine() {}

  /**
   * Returns the command line in arguments; {@code null} if there is none.
   *
   * @param arguments a map or JSON text
   * @param configured the name of the argument that holds it; {@code null} if not configured
   */
  public static @Nullable String of(@Nullable Object arguments, @Nullable String configured) {
    try {
      Object object =
          arguments instanceof String text && mayHold(text, configured)
              ? JsonText.parse(text)
              : arguments;
      return object instanceof Map<?, ?> map ? of(map, configured) : null;
    } catch (Exception | LinkageError | StackOverflowError e) {
      StoppedThread.passOn(e);
      return null;
    }
  }

  private static @Nullable String of(Map<?, ?> arguments, @Nullable String configured) {
    if (configured != null) {
      return arguments.get(configured) instanceof String text ? text : null;
    }
    String ending = null;
    int left = MAX_ARGUMENTS;
    for (Map.Entry<?, ?> argument : arguments.entrySet()) {
      if (left-- == 0) {
        break;
      }
      if (argument.getKey() instanceof String name && argument.getValue() instanceof String text) {
        if (NAMES.contains(name)) {
          return text;
        }
        if (isOfCommand(name) || (CODE_NAMES.contains(name) && SHELL.matcher(text).lookingAt())) {
          ending = text;
        }
      }
    }
    return ending;
  }

  /** Returns whether a name ends like {@code shell_command} or {@code bashCommand}. */
  private static boolean isOfCommand(String name) {
    for (String word : NAMES) {
      int start = name.length() - word.length();
      if (start > 0
          && name.regionMatches(true, start, word, 0, word.length())
          && CallForm.hasWord(name.substring(start - 1), List.of(word))) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether JSON text may have such a member, so that it is worth reading. */
  private static boolean mayHold(String json, @Nullable String configured) {
    return configured != null
        ? json.contains(configured)
        : json.contains("ommand\"") || json.contains("cmd\"") || hasCodeName(json);
  }

  private static boolean hasCodeName(String json) {
    for (String name : CODE_NAMES) {
      int start = json.indexOf(name);
      if (start > 0 && json.charAt(start - 1) == '"') {
        return true;
      }
    }
    return false;
  }
}
