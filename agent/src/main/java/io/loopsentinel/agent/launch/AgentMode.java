package io.loopsentinel.agent.launch;

import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** A task of the agent in a JVM that it does not guard. Implementations are found as services. */
public interface AgentMode {

  /** Returns the first word of the agent's argument that chooses this mode. */
  String word();

  /** Returns the syntax of the argument, for the message about an invalid one. */
  String usage();

  /**
   * Starts this mode.
   *
   * @param argument the agent's argument: the {@link #word}, alone or followed by a comma
   * @param standardError the default destination of results
   * @return a task to run when the application has ended; {@code null} if the argument is invalid
   *     and nothing was started
   */
  @Nullable Runnable start(
      String argument, Instrumentation instrumentation, PrintStream standardError) throws Exception;

  /**
   * Returns the mode that an argument chooses; {@code null} if it names a configuration. A file
   * with the name of a mode can be given as {@code ./name}.
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

  /** Returns whether an argument has only letters before its end or first comma. */
  private static boolean isWord(String argument) {
    int end = 0;
    while (end < argument.length() && Character.isLetter(argument.charAt(end))) {
      end++;
    }
    return end == argument.length() || argument.charAt(end) == ',';
  }
}
