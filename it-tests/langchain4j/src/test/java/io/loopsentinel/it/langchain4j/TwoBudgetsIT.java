package io.loopsentinel.it.langchain4j;

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
@FullMatrix
class TwoBudgetsIT {

  private static final Duration LIMIT = Duration.ofMinutes(2);

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
    Outcome outcome =
        JavaProgram.ofMain(TwoBudgetsProgram.class)
            .on(jdk)
            .classPath(Version.NEWEST.classPath(true))
            .jvmOptions("-Dslf4j.internal.verbosity=ERROR")
            .arguments(dispatch.name())
            .agentConfig(folder, TwoBudgets.config(folder))
            .run(LIMIT)
            .successful()
            .jsonLines(Outcome.class)
            .get(0);

    AuditedEvents costs = TwoBudgets.assertOneIsEnded(outcome, folder);
    assertThat(costs.label("agent")).containsExactly(agent);
    assertThat(costs.with("user", "bob").events()).as("three calls and an answer").hasSize(4);
    assertThat(costs.events()).hasSize(outcome.log().requests());
    assertThat(costs.sum("input_tokens")).isEqualTo(outcome.log().inputTokens());
    assertThat(costs.sum("cached_tokens")).isEqualTo(outcome.log().cachedTokens()).isPositive();
    assertThat(costs.sum("output_tokens")).isEqualTo(outcome.log().outputTokens());
  }
}
