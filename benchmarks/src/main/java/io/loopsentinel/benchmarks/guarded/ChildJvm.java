package io.loopsentinel.benchmarks.guarded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs a program in a JVM of its own, with the class path and the Java of this one.
 *
 * @param options of the JVM
 */
public record ChildJvm(List<String> options) {

  private static final String PREFIX = "figure ";

  /** Tells the JVM that started this one of a figure. */
  @SuppressWarnings("SystemOut") // It is how the two JVMs talk.
  public static void tell(String name, double figure) {
    System.out.println(PREFIX + figure + " " + name);
  }

  /**
   * Runs the program to its end and returns the figures that it tells, by their names.
   *
   * @throws IllegalStateException where it fails
   */
  public Map<String, Double> run(Class<?> program, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    Map<String, Double> figures = new LinkedHashMap<>();
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (line.startsWith(PREFIX)) {
          String[] parts = line.substring(PREFIX.length()).split(" ", 2);
          figures.put(parts[1], Double.valueOf(parts[0]));
        }
      }
    }
    if (process.waitFor() != 0) {
      throw new IllegalStateException(program + " ended with " + process.exitValue());
    }
    return figures;
  }
}
