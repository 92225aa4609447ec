package io.loopsentinel.tools.support;

import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Reports failures of commands. */
public final class Failures {

  private Failures() {}

  /**
   * Prints a message to standard error and, if the result was to be JSON on standard output, as
   * JSON there.
   *
   * @param arguments the whole command line
   * @return the exit code
   */
  public static int report(
      CommandLine command, List<String> arguments, String message, int exitCode) {
    command.getErr().println(message);
    command.getErr().flush();
    if (writesJson(command, arguments)) {
      command.getOut().println(ReportJson.text(Map.of("error", message)));
      command.getOut().flush();
    }
    return exitCode;
  }

  /** The option is a switch, or names a file that may be "-". */
  private static boolean writesJson(CommandLine command, List<String> arguments) {
    OptionSpec option = command.getCommandSpec().findOption("--json");
    if (option == null) {
      return false;
    }
    String line = " " + String.join(" ", arguments).replace('=', ' ') + " ";
    return line.contains(option.arity().max() == 0 ? " --json " : " --json - ");
  }
}
