package io.loopsentinel.it.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.list;

import com.fasterxml.jackson.databind.JsonNode;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.AuditedEvents;
import io.loopsentinel.it.scenario.Failure;
import io.loopsentinel.it.scenario.Loop;
import io.loopsentinel.it.scenario.Outcome;
import java.io.File;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;

/** Each user has a budget for the day, and what turns cost is told of each. */
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
    assertOneIsEnded(jdk, Dispatch.CALLED);
  }

  @OnEachJdk
  void endsTheStreamOfTheUserWhoHasUsedTheirsUp(Jdk jdk) {
    assertOneIsEnded(jdk, Dispatch.STREAMED);
  }

  private void assertOneIsEnded(Jdk jdk, Dispatch dispatch) {
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
    assertThat(costs.label("user")).containsExactly("ann", "bob");
    assertThat(costs.events())
        .extracting(event -> event.path("labels").path("user").asText())
        .filteredOn("bob"::equals)
        .as("three responses that ask for calls; an answer is no turn")
        .hasSize(3);
    for (JsonNode cost : costs.events()) {
      assertThat(cost.path("cost_usd").asDouble())
          .isEqualTo(
              (2 * cost.path("input_tokens").asLong() + 8 * cost.path("output_tokens").asLong())
                  / 1e6);
    }
  }

  private Outcome play(Jdk jdk, Dispatch dispatch) {
    String config =
        CONFIG
            .replace("FILE", AuditedEvents.file(folder).getPath())
            .replace("DESK", TwoBudgetsProgram.Desk.class.getName());
    return JavaProgram.ofMain(TwoBudgetsProgram.class)
        .on(jdk)
        .arguments(dispatch.name())
        .agentConfig(folder, config)
        .run(LIMIT)
        .successful()
        .jsonLines(Outcome.class)
        .get(0);
  }
}
