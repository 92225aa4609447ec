package io.loopsentinel.it.recipes;

import io.loopsentinel.it.harness.RunningProgram;
import io.loopsentinel.it.harness.ShellCommand;
import java.io.File;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A web server that a page starts.
 *
 * @param port where it listens, instead of the page's 8080
 */
record Server(String port) {

  /**
   * Waits until a server has started.
   *
   * @param started what it writes then
   * @param port finds its port in what it wrote
   */
  static Server of(RunningProgram program, String started, Pattern port) {
    program.awaitOutput(text -> text.contains(started), Console.LIMIT);
    Matcher matcher = port.matcher(program.standardOutput());
    if (!matcher.find()) {
      throw new AssertionError("no port in " + program.standardOutput());
    }
    return new Server(matcher.group(1));
  }

  /** Sends a request as the page does, and returns what is printed. */
  String answer(String request) {
    return ShellCommand.of(request.replace(":8080", ":" + port), new File("."))
        .run(Console.LIMIT)
        .successful()
        .standardOutput();
  }
}
