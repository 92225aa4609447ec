package io.loopsentinel.tools.inspect;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/**
 * A command line and what came of it.
 *
 * @param exitCode the exit code
 * @param out what went to standard output
 * @param err what went to standard error
 */
record InspectInvocation(int exitCode, String out, String err) {

  static InspectInvocation of(String... arguments) {
    return checkedBy((configuration, files, out, err) -> 0, arguments);
  }

  /** Has what is written checked by something else than {@code check}. */
  static InspectInvocation checkedBy(InspectCommand.ConfigurationCheck check, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        new CommandLine(new InspectCommand(check))
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    return new InspectInvocation(
        exitCode, out.toString().replace("\r\n", "\n"), err.toString().replace("\r\n", "\n"));
  }
}
