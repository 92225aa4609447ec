package io.loopsentinel.it.release;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assertions;

/**
 * A command that has ended.
 *
 * @param exitCode its exit code
 * @param output all that it wrote
 */
record Command(int exitCode, String output) {

  static Command run(Path folder, Map<String, String> environment, List<String> command) {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().putAll(environment);
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      byte[] output = process.getInputStream().readAllBytes();
      return new Command(process.waitFor(), new String(output, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while it ran: " + command, e);
    }
  }

  /**
   * Returns this command, which has ended as it should.
   *
   * @throws AssertionError if its exit code is not 0; tells what it wrote
   */
  Command successful() {
    Assertions.assertEquals(0, exitCode, output);
    return this;
  }
}
