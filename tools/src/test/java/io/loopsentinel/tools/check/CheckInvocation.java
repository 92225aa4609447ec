package io.loopsentinel.tools.check;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/**
 * A command line and what came of it.
 *
 * @param exitCode the exit code
 * @param out what went to standard output
 * @param err what went to standard error
 */
record CheckInvocation(int exitCode, String out, String err) {

  /** The package of the fixture, for which DESK stands in configurations and lines. */
  private static final String DESK = "io.loopsentinel.tools.check.fixture";

  static CheckInvocation of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        new CommandLine(new CheckCommand())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    return new CheckInvocation(
        exitCode, out.toString().replace("\r\n", "\n"), err.toString().replace("\r\n", "\n"));
  }

  /** Checks a configuration that stands in a file of a folder against a class path. */
  static CheckInvocation of(Path folder, String yaml, Path classPath, String... options)
      throws IOException {
    Path config = folder.resolve("sentinel-config.yaml");
    Files.writeString(config, yaml.replace("DESK", DESK));
    List<String> arguments = new ArrayList<>(List.of("--verbose", "-c", config.toString()));
    arguments.addAll(List.of(options));
    arguments.add(classPath.toString());
    CheckInvocation done = of(arguments.toArray(String[]::new));
    return new CheckInvocation(
        done.exitCode(), named(done.out(), config), named(done.err(), config));
  }

  /** Checks one target. */
  static CheckInvocation ofTarget(Path folder, String target, Path classPath) throws IOException {
    return of(
        folder, "sentinel:\n  profiles: none\n  targets:\n    - {" + target + "}\n", classPath);
  }

  private static String named(String text, Path config) {
    return text.replace(config.toString(), "sentinel-config.yaml").replace(DESK, "DESK");
  }
}
