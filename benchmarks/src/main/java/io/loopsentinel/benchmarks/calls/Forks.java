package io.loopsentinel.benchmarks.calls;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The options of the JVMs that are measured.
 *
 * @param agent the agent's jar
 * @param peers the folder with the jars of AspectJ and Byteman
 * @param folder an existing folder for configuration files and audit logs
 * @param receiver the port of a receiver of alerts on this machine
 */
record Forks(Path agent, Path peers, Path folder, int receiver) {

  /** {@code -Xbatch} has code compiled after so many calls, not after so much time. */
  private static final List<String> JVM =
      List.of("-Xms512m", "-Xmx512m", "-XX:+UseG1GC", "-Xbatch");

  private static final String TARGETS =
      """
        profiles: none
        targets:
          - name: dispatch
            kind: tool
            type: io.loopsentinel.benchmarks.calls.Dispatcher
            method: dispatch
            session: arg0
            tool: arg1
            args: arg2
          - name: send
            kind: tool
            type: io.loopsentinel.benchmarks.calls.Dispatcher
            method: send
            session: arg0
            tool: arg1
            args: arg2
      """;

  /** Returns the options by which calls are guarded. */
  List<String> options(Subject subject) {
    List<String> options = new ArrayList<>(JVM);
    switch (subject) {
      case BARE, SHA256, HAND_WRITTEN -> {}
      case BYTEMAN -> options.addAll(byteman("guard"));
      case BYTEMAN_EMPTY -> options.addAll(byteman("empty"));
      case ASPECTJ -> options.addAll(aspectj("guard"));
      case ASPECTJ_EMPTY -> options.addAll(aspectj("empty"));
      case LET_THROUGH, DISABLED -> options.add(agent(subject, ""));
      case HINT -> options.add(agent(subject, "  default: {action: hint}\n"));
      case EXEMPT -> options.add(agent(subject, "  overrides: {search_files: {exempt: true}}\n"));
      case SINKS_OFF ->
          options.add(
              agent(
                  subject,
                  "  telemetry: {log: 'off', jfr: {enabled: false}, jmx: false, summary: false}\n"));
      case SINKS_ON -> options.add(agent(subject, receivers(false)));
      case SINKS_AND_CALLS -> options.add(agent(subject, receivers(true)));
    }
    return options;
  }

  private String receivers(boolean calls) {
    return """
          telemetry:
            log: debug
            audit: {file: "%s", calls: %s, max_files: 1}
            webhooks: [{url: "http://127.0.0.1:%d/", per_minute: 600}]
        """
        .formatted(folder.resolve("audit-" + calls + ".jsonl"), calls, receiver);
  }

  private String agent(Subject subject, String settings) {
    Path file = folder.resolve(subject + ".yaml");
    try {
      Files.writeString(file, "sentinel:\n" + TARGETS + settings);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return "-javaagent:" + agent + "=" + file;
  }

  private List<String> aspectj(String aspect) {
    return List.of(
        "-javaagent:" + peers.resolve("aspectjweaver.jar"),
        "-Dorg.aspectj.weaver.loadtime.configuration=calls/aspectj-" + aspect + ".xml",
        "--add-opens=java.base/java.lang=ALL-UNNAMED");
  }

  private List<String> byteman(String rules) {
    return List.of(
        "-javaagent:"
            + peers.resolve("byteman.jar")
            + "=resourcescript:calls/byteman-"
            + rules
            + ".btm");
  }
}
