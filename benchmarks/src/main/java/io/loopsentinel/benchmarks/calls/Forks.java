package io.loopsentinel.benchmarks.calls;

import io.loopsentinel.benchmarks.guarded.Agent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The options of the JVMs that are measured.
 *
 * @param agent what guards
 * @param before what guarded before the rebuild on libraries
 * @param peers the folder with the jars of AspectJ and Byteman
 * @param folder an existing folder for audit logs
 * @param receiver the port of a receiver of alerts on this machine
 */
record Forks(Agent agent, Agent before, Path peers, Path folder, int receiver) {

  /** {@code -Xbatch} has code compiled after so many calls, not after so much time. */
  private static final List<String> JVM =
      List.of("-Xms256m", "-Xmx256m", "-XX:+UseG1GC", "-Xbatch");

  /** Returns the options by which calls are guarded. */
  List<String> options(Subject subject) {
    List<String> options = new ArrayList<>(JVM);
    switch (subject) {
      case BARE, SHA256, HAND_WRITTEN -> {}
      case BYTEMAN -> options.addAll(byteman("guard"));
      case BYTEMAN_EMPTY -> options.addAll(byteman("empty"));
      case ASPECTJ -> options.addAll(aspectj("guard"));
      case ASPECTJ_EMPTY -> options.addAll(aspectj("empty"));
      case LET_THROUGH, DISABLED -> options.add(guarded(subject, ""));
      case BEFORE -> options.add(before.option(subject.name(), ""));
      case HINT -> options.add(guarded(subject, "  default: {action: hint}\n"));
      case EXEMPT -> options.add(guarded(subject, "  overrides: {search_files: {exempt: true}}\n"));
      case SINKS_OFF ->
          options.add(
              guarded(
                  subject,
                  "  telemetry: {log: 'off', jfr: {enabled: false}, jmx: false, summary:"
                      + " false}\n"));
      case SINKS_ON -> options.add(guarded(subject, receivers(false)));
      case SINKS_AND_CALLS -> options.add(guarded(subject, receivers(true)));
      case PAGE_AND_COUNTERS -> options.add(guarded(subject, shown(false)));
      case PAGE_COUNTERS_AND_SPANS -> options.add(guarded(subject, shown(true)));
    }
    return options;
  }

  private static String shown(boolean opentelemetry) {
    return """
      telemetry:
        log: 'off'
        jfr: {enabled: false}
        jmx: false
        summary: false
        page: {port: 0}
        prometheus: {port: 0}
        opentelemetry: %s
    """
        .formatted(opentelemetry);
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

  private String guarded(Subject subject, String settings) {
    return agent.option(subject.name(), settings);
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
