package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.RunningProgram;
import io.loopsentinel.it.jvm.program.TypedProgram;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** What a person on call reads in alerts, the log and the metrics. */
@FullMatrix
class OnCallIT {

  private static final String CONFIG =
      """
      sentinel:
        profiles: none
        mode: observe
        reload: 1s
        budgets: [{name: daily, per: user, window: day, tool_calls: 20}]
        telemetry:
          include_arguments: true
          metric_label: user
          prometheus: {port: 0}
          webhooks:
            - {url: "${ALERT_URL}", per_minute: 600, events: [loop.detected]}
            - {url: "${ALERT_URL}", format: slack, per_minute: 600, events: [loop.detected, budget.exceeded, agent.error]}
        targets:
          - {name: tools, kind: tool, type: TYPE, method: dispatch, session: arg0, tool: arg1, args: arg2, labels: {user: {value: arg0, plain: true}}}
          - {name: model, kind: turn, type: TYPE, method: ask, session: arg0, text: return.text, labels: {prompt: {value: "'support-3'", plain: true}}}
      """;

  @TempDir private File folder;
  private final List<String> alerts = new ArrayList<>();

  @OnEachJdk(17)
  void saysWhoseCallItWasAndWhatEnforceWouldDo(Jdk jdk) throws Exception {
    File config = Programs.file(folder, CONFIG.replace("TYPE", TypedProgram.class.getName()));
    try (AlertReceiver receiver = AlertReceiver.answering();
        RunningProgram program = start(jdk, config, receiver)) {
      // when: two tools take turns until the budget is spent
      for (int i = 0; i < 11; i++) {
        program.type("ann read a.txt");
        program.type("ann write b.txt");
      }

      assertThat(next(receiver, "\"steps\""))
          .contains("\"read {\\\"q\\\":\\\"a.txt\\\"}\",\"write {\\\"q\\\":\\\"b.txt\\\"}\"");
      assertThat(next(receiver, "detector cycle").lines())
          .contains("prompt: support-3", "user: ann", "session: ann")
          .anyMatch(line -> line.matches("detector cycle, finding 1, .*observe; .* would: hint"));
      assertThat(next(receiver, "is spent").lines())
          .anyMatch(
              line ->
                  line.matches(
                      ".*: Budget daily of user ann is spent: 20 of 20 tool calls until 2.*Z"));
      assertThat(program.standardError())
          .contains("cycle in session ann, prompt support-3, user ann: read -> write came round")
          .doesNotContain("a.txt");

      Files.writeString(config.toPath(), "sentinel: {mod: enforce}");

      assertThat(next(receiver, "reloaded"))
          .contains(
              "The configuration was not reloaded and the previous one stays in force: ",
              "config.yaml:1:12: unknown key \"mod\" in sentinel");
      assertThat(Served.get(Served.metrics(program)))
          .contains(
              "loop_sentinel_mode{mode=\"observe\"} 1.0",
              "loop_sentinel_mode{mode=\"enforce\"} 0.0",
              "loop_sentinel_enabled 1.0",
              "loop_sentinel_reload_failed 1.0",
              "loop_sentinel_questions_waiting 0.0",
              "loop_sentinel_budget_used{budget=\"daily\",measure=\"tool_calls\"} 22.0",
              "loop_sentinel_budget_cap{budget=\"daily\",measure=\"tool_calls\"} 20.0",
              "loop_sentinel_calls_total{tool=\"read\"} 11.0",
              "loop_sentinel_label_calls_total{user=\"ann\"} 22.0");
    }
  }

  private static RunningProgram start(Jdk jdk, File config, AlertReceiver receiver) {
    return Commands.start(
        JavaProgram.ofMain(TypedProgram.class)
            .on(jdk)
            .environment("ALERT_URL", receiver.address())
            .agentArguments(config.getPath()),
        "ready");
  }

  /** Returns an alert with a text; that of a chat as its lines. */
  private String next(AlertReceiver receiver, String part)
      throws IOException, InterruptedException {
    while (alerts.stream().noneMatch(alert -> alert.contains(part))) {
      JsonNode body = receiver.json();
      alerts.add(body.path("text").asText(body.toString()));
    }
    return alerts.stream().filter(alert -> alert.contains(part)).findFirst().orElseThrow();
  }
}
