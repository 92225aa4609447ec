package com.acme.shapes.shell;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Runs commands of the operating system. */
public final class ShellRunner {

  /** What a command wrote. */
  public record ProcessResult(String output, int exitCode) {

    static ProcessResult error(String message) {
      return new ProcessResult(message, 127);
    }
  }

  public ProcessResult run(String command, List<String> arguments) {
    List<String> line = new ArrayList<>();
    line.add(command);
    line.addAll(arguments);
    try {
      Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new ProcessResult(output, process.waitFor());
    } catch (IOException e) {
      return ProcessResult.error("unknown command " + command);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ProcessResult.error("interrupted");
    }
  }
}
