package io.loopsentinel.tools.replay;

import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import picocli.CommandLine;

/**
 * A command line and what came of it.
 *
 * @param exitCode the exit code
 * @param out what went to standard output
 * @param err what went to standard error
 */
record Invocation(int exitCode, String out, String err) {

  private static final File SAMPLES = new File("../docs/samples");

  /** How the documents name the recorded runs. */
  static final String TRACES = "traces/";

  /**
   * Runs a command line. Names of files in {@code docs/samples} stand for these files, and names
   * below {@code traces/} for {@link Recordings}.
   */
  static Invocation of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        new CommandLine(new ReplayCommand())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(Arrays.stream(arguments).map(Invocation::resolved).toArray(String[]::new));
    return new Invocation(exitCode, out.toString(), err.toString().replace("\r\n", "\n"));
  }

  private static String resolved(String argument) {
    if (argument.startsWith(TRACES)) {
      return Recordings.file(argument.substring(TRACES.length())).getPath();
    }
    File sample = new File(SAMPLES, argument);
    return sample.isFile() ? sample.getPath() : argument;
  }
}
