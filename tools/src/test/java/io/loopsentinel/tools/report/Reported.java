package io.loopsentinel.tools.report;

import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import picocli.CommandLine;

/** A command line of {@code report} and what came of it. */
record Reported(int exitCode, String out, String err) {

  /** Runs a command line; names of files in a folder stand for these files. */
  static Reported of(File folder, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        new CommandLine(new ReportCommand())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(
                Arrays.stream(arguments)
                    .map(each -> new File(folder, each).isFile() ? folder + "/" + each : each)
                    .toArray(String[]::new));
    return new Reported(exitCode, out.toString(), err.toString());
  }
}
