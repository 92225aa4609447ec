package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.langchain4j.Scenarios.Guard;
import io.loopsentinel.it.scenario.AuditedEvents;
import io.loopsentinel.it.scenario.Failure;
import io.loopsentinel.it.scenario.Outcome;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** With nothing configured, a looping model is told so instead of the fourth result. */
@ParameterizedClass
@MethodSource("io.loopsentinel.it.langchain4j.Version#tested")
class HintedLoopIT {

  private final Version version;

  @TempDir private File folder;

  HintedLoopIT(Version version) {
    this.version = version;
  }

  @OnEachJdk
  void bringsTheRunToAnAnswer(Jdk jdk) {
    for (Dispatch dispatch : Scenarios.guarded(version)) {
      // when
      Outcome outcome =
          Scenarios.outcome(Guard.LOOPING, jdk, version, ModelBehaviour.LOOPING, dispatch);

      // then
      assertThat(outcome.answers()).as("%s", outcome).containsExactly(ModelBehaviour.ANSWER);
      assertThat(outcome.loopRuns()).as("%s", dispatch).isEqualTo(3);
      assertThat(outcome.log().requests()).as("%s", dispatch).isEqualTo(5);
      assertThat(outcome.log().hints())
          .as("%s", dispatch)
          .singleElement()
          .asString()
          .contains("loop-detected", "search", "3");
    }
  }

  @OnEachJdk
  void namesTheAgentInItsEvents(Jdk jdk) {
    // when
    String config = AuditedEvents.config(folder);
    Scenarios.guarded(jdk, version, ModelBehaviour.LOOPING, folder, config);

    // then
    assertThat(AuditedEvents.of(folder).of("loop.detected").label("agent"))
        .containsExactly("Assistant", "Streaming");
  }

  @OnEachJdk
  void endsItWithAnErrorWhereTheModelDoesNotListen(Jdk jdk) {
    for (Dispatch dispatch : Scenarios.guarded(version)) {
      // when
      Outcome outcome =
          Scenarios.outcome(Guard.LOOPING, jdk, version, ModelBehaviour.STUBBORN, dispatch);

      // then
      assertThat(outcome.loopRuns()).as("%s", dispatch).isEqualTo(3);
      assertThat(outcome.log().hints()).as("%s", dispatch).hasSize(2).doesNotHaveDuplicates();
      assertThat(outcome.log().requests()).as("%s", dispatch).isEqualTo(6);
      assertThat(outcome.failures()).as("%s", outcome).flatExtracting(Failure::loops).hasSize(1);
    }
  }
}
