package io.loopsentinel.it.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.ShellCommand;
import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a page shows of a terminal.
 *
 * @param script the lines that are typed, those after {@code $}
 * @param output the lines that are printed
 */
record Console(String script, List<String> output) {

  /** Where the page has the agent's jar. */
  static final String JAR = "/opt/loop-sentinel.jar";

  static final Duration LIMIT = Duration.ofMinutes(5);

  private static final String PROMPT = "$ ";

  static Console of(String block) {
    return new Console(
        block
            .lines()
            .filter(line -> line.startsWith(PROMPT))
            .map(line -> line.substring(PROMPT.length()))
            .collect(Collectors.joining("\n")),
        block.lines().filter(line -> !line.startsWith(PROMPT)).toList());
  }

  /** Returns the typed command, with the jar under test instead of the page's. */
  ShellCommand in(File folder) {
    return ShellCommand.of(withJar(script), folder);
  }

  /**
   * Checks that what the page shows was printed, among other lines. Those of the agent come in the
   * order of the page; they are written on a thread of their own, so others may come between.
   */
  void assertShownIn(String printed) {
    List<String> lines = masked(printed.lines());
    List<String> shown = masked(output.stream().map(Console::withJar));
    List<String> own = shown.stream().filter(line -> line.startsWith("[loop-sentinel]")).toList();
    assertThat(lines).as(script).containsAll(shown);
    if (!own.isEmpty()) {
      assertThat(lines).as(script).containsSubsequence(own);
    }
  }

  /** Checks that the agent stopped the loop, and that what the page shows was printed. */
  void assertStoppedIn(String printed) {
    assertThat(printed).contains("finding 1 of this loop, the model gets a hint");
    assertShownIn(printed);
  }

  static String withJar(String text) {
    return text.replace(JAR, AgentJar.file().getPath());
  }

  /** Masks what differs from one run, machine or version to the next, and Maven's colours. */
  private static List<String> masked(Stream<String> lines) {
    return lines
        .map(
            line ->
                line.replaceAll("\u001b\\[[\\d;]*m", "")
                    .replaceFirst("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", "TIME")
                    .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "UUID")
                    .replaceAll("(run|thread) \\d+-[0-9a-f]{8}", "$1 N")
                    .replaceFirst("TIME \\S+ watches for \\d+ (targets.*)", "TIME $1"))
        .toList();
  }
}
