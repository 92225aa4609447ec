package io.loopsentinel.benchmarks.startup;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the start and the end of one JVM took.
 *
 * @param wall milliseconds from its start to its end
 * @param cpu milliseconds that its threads ran, in user and in kernel mode together
 */
record Launch(double wall, double cpu) {

  /**
   * Bash's keyword {@code time} reports what the kernel has counted for a process that has ended
   * (getrusage), in milliseconds, and begins and ends with it.
   */
  private static final String TIMED = "TIMEFORMAT='%3R %3U %3S'; time \"$@\" >\"$0\" 2>&1";

  /**
   * Runs a JVM, of the same Java as this one, to its end.
   *
   * @param output takes what it prints
   * @throws IllegalStateException if it fails
   */
  static Launch of(Variant variant, Application application, File output)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("bash", "-c", TIMED, output.getPath()));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(variant.options());
    command.addAll(List.of("-classpath", application.classPath(), application.main()));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    // A comma would separate decimals in some languages.
    builder.environment().put("LC_ALL", "C");
    Process process = builder.start();
    List<String> times;
    try (BufferedReader reader = process.inputReader()) {
      times = reader.lines().toList();
    }
    int exitCode = process.waitFor();
    String printed = Files.readString(output.toPath());
    if (exitCode != 0 || !printed.contains(Application.EXPECTED)) {
      throw new IllegalStateException(
          application.title() + " with " + variant.title() + " failed:\n" + printed);
    }
    String[] seconds = times.get(times.size() - 1).split(" ", -1);
    return new Launch(
        1e3 * Double.parseDouble(seconds[0]),
        1e3 * (Double.parseDouble(seconds[1]) + Double.parseDouble(seconds[2])));
  }
}
