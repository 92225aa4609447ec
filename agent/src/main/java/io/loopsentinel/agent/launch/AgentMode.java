package io.loopsentinel.agent.launch;

import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * What the agent can do with a JVM instead of guarding it. Implementations are found as services.
 */
public interface AgentMode {

  /** Returns the word that the agent's argument begins with to choose this mode. */
  String word();

  /**
   * Returns how arguments of this mode are written, for a message about one that cannot be read.
   */
  String usage();

  /**
   * Starts this mode.
   *
   * @param argument the agent's argument: the {@link #word}, alone or followed by a comma
   * @param standardError where results go unless the argument says otherwise
   * @return a task to run when the application has ended; {@code null} if the argument cannot be
   *     read, in which case nothing has happened
   */
  @Nullable Runnable start(
      String argument, Instrumentation instrumentation, PrintStream standardError) throws Exception;

  /**
   * Returns the mode that an argument chooses; {@code null} if it is a configuration. A file with
   * the name of a mode is given as {@code ./name}.
   */
  static @Nullable AgentMode of(@Nullable String argument) {
    if (argument == null || !isWord(argument)) {
      return null;
    }
    for (AgentMode mode : ServiceLoader.load(AgentMode.class, AgentMode.class.getClassLoader())) {
      if (argument.equals(mode.word()) || argument.startsWith(mode.word() + ",")) {
        return mode;
      }
    }
    return null;
  }

  /** Returns whether an argument begins with letters that end there or at a comma. */
  private static boolean isWord(String argument) {
    int end = 0;
    while (end < argument.length() && Character.isLetter(argument.charAt(end))) {
      end++;
    }
    return end == argument.length() || argument.charAt(end) == ',';
  }
}
