package io.loopsentinel.it.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.AuditedEvents;
import io.loopsentinel.it.scenario.Outcome;
import io.loopsentinel.it.scenario.TwoBudgets;
import java.io.File;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;

/** Each user has a budget for the day, and what turns cost is told of each. */
class TwoBudgetsIT {

  private static final Duration LIMIT = Duration.ofMinutes(2);

  @TempDir private File folder;

  @FullMatrix(onEachJdk = true)
  @OnEachJdk
  void endsTheRunOfTheUserWhoHasUsedTheirsUp(Jdk jdk) {
    AuditedEvents costs = costsWhereOneIsEnded(jdk, Dispatch.CALLED);

    assertThat(costs.events())
        .allSatisfy(
            cost ->
                assertThat(cost.path("cached_tokens").asLong())
                    .isEqualTo(cost.path("input_tokens").asLong() / 2)
                    .isPositive());
  }

  @FullMatrix
  @OnEachJdk
  void endsTheStreamOfTheUserWhoHasUsedTheirsUp(Jdk jdk) {
    AuditedEvents costs = costsWhereOneIsEnded(jdk, Dispatch.STREAMED);

    assertThat(costs.sum("cached_tokens")).as("Spring AI forgets them in a stream").isZero();
  }

  private AuditedEvents costsWhereOneIsEnded(Jdk jdk, Dispatch dispatch) {
    Outcome outcome =
        JavaProgram.ofMain(TwoBudgetsProgram.class)
            .on(jdk)
            .arguments(dispatch.name())
            .agentConfig(folder, TwoBudgets.config(folder))
            .run(LIMIT)
            .successful()
            .jsonLines(Outcome.class)
            .get(0);

    AuditedEvents costs = TwoBudgets.assertOneIsEnded(outcome, folder);
    assertThat(costs.with("user", "bob").events()).as("three calls and an answer").hasSize(4);
    assertThat(costs.events()).hasSize(outcome.log().requests());
    assertThat(costs.sum("input_tokens")).isEqualTo(outcome.log().inputTokens());
    assertThat(costs.sum("output_tokens")).isEqualTo(outcome.log().outputTokens());
    return costs;
  }
}
