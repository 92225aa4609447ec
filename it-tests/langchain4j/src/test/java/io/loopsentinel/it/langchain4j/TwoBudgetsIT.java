package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.list;

import com.fasterxml.jackson.databind.JsonNode;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.AuditedEvents;
import io.loopsentinel.it.scenario.Failure;
import io.loopsentinel.it.scenario.Loop;
import io.loopsentinel.it.scenario.Outcome;
import java.io.File;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Each user has a budget for the day, and what turns cost is told of each. */
@FullMatrix
class TwoBudgetsIT {

  private static final Duration LIMIT = Duration.ofMinutes(2);

  private static final String CONFIG =
      """
      sentinel:
        budget: {prices: {scripted: {input: 2, output: 8}}}
        budgets:
          - {name: daily, per: user, window: day, tool_calls: 4, warn_at: none, escalation: [abort]}
        telemetry:
          costs: true
          audit: {file: 'FILE'}
        targets:
          - name: desk
            kind: run
            type: DESK
            method: ask
            labels: {user: {value: arg0, plain: true}}
      """;

  @TempDir private File folder;

  @OnEachJdk
  void endsTheRunOfTheUserWhoHasUsedTheirsUp(Jdk jdk) {
    assertOneIsEnded(jdk, Dispatch.SYNCHRONOUS, "Assistant");
  }

  @OnEachJdk
  void endsTheStreamOfTheUserWhoHasUsedTheirsUp(Jdk jdk) {
    assertOneIsEnded(jdk, Dispatch.STREAMING, "Streaming");
  }

  private void assertOneIsEnded(Jdk jdk, Dispatch dispatch, String agent) {
    // when
    Outcome outcome = play(jdk, dispatch);

    // then
    assertThat(outcome.answers())
        .containsExactlyInAnyOrder(
            "ann: " + ModelBehaviour.ANSWER, "bob: " + ModelBehaviour.ANSWER);
    assertThat(outcome.failures())
        .singleElement()
        .extracting(Failure::loops)
        .asInstanceOf(list(Loop.class))
        .extracting(Loop::detector)
        .containsExactly("budget");
    assertThat(outcome.toolRuns()).isEqualTo(4 + 3);
    AuditedEvents events = AuditedEvents.of(folder);
    assertThat(events.of("budget.exceeded").label("user")).containsExactly("ann");
    AuditedEvents costs = events.of("cost.attributed");
    assertThat(costs.label("agent")).containsExactly(agent);
    assertThat(costs.events())
        .extracting(event -> event.path("labels").path("user").asText())
        .filteredOn("bob"::equals)
        .as("three calls and an answer")
        .hasSize(4);
    assertThat(costs.events()).hasSize(outcome.log().requests());
    assertThat(sum(costs.events(), "input_tokens")).isEqualTo((double) outcome.log().inputTokens());
    assertThat(sum(costs.events(), "output_tokens"))
        .isEqualTo((double) outcome.log().outputTokens());
    assertThat(sum(costs.events(), "cost_usd"))
        .isCloseTo(
            (2 * outcome.log().inputTokens() + 8 * outcome.log().outputTokens()) / 1e6,
            within(1e-9));
  }

  private static double sum(List<JsonNode> events, String member) {
    return events.stream().mapToDouble(event -> event.path(member).asDouble()).sum();
  }

  private Outcome play(Jdk jdk, Dispatch dispatch) {
    String config =
        CONFIG
            .replace("FILE", AuditedEvents.file(folder).getPath())
            .replace("DESK", TwoBudgetsProgram.Desk.class.getName());
    return JavaProgram.ofMain(TwoBudgetsProgram.class)
        .on(jdk)
        .classPath(Version.NEWEST.classPath(true))
        .jvmOptions("-Dslf4j.internal.verbosity=ERROR")
        .arguments(dispatch.name())
        .agentConfig(folder, config)
        .run(LIMIT)
        .successful()
        .jsonLines(Outcome.class)
        .get(0);
  }
}
