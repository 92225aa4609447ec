package io.loopsentinel.benchmarks.guarded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The agent, as an option of a JVM.
 *
 * @param jar the agent's jar
 * @param folder an existing folder for configuration files
 */
public record Agent(Path jar, Path folder) {

  private static final String TARGETS =
      """
      sentinel:
        profiles: none
        targets:
          - name: dispatch
            kind: tool
            type: io.loopsentinel.benchmarks.guarded.Dispatcher
            method: dispatch
            session: arg0
            tool: arg1
            args: arg2
          - name: send
            kind: tool
            type: io.loopsentinel.benchmarks.guarded.Dispatcher
            method: send
            session: arg0
            tool: arg1
            args: arg2
      """;

  /**
   * Returns the option that has a {@link Dispatcher} guarded.
   *
   * @param name of the configuration file, without its ending
   * @param settings what it holds beside the targets: YAML of two spaces' depth, with an end of
   *     line
   */
  public String option(String name, String settings) {
    Path file = folder.resolve(name + ".yaml");
    try {
      Files.writeString(file, TARGETS + settings);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return "-javaagent:" + jar + "=" + file;
  }
}
