package io.loopsentinel.it.springaialibaba;

import static io.loopsentinel.it.springaialibaba.AlibabaScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.AuditedEvents;
import io.loopsentinel.it.scenario.Outcome;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/** With nothing configured, a looping model is told so instead of the fourth result. */
class HintedLoopIT {

  @TempDir private File folder;

  @OnEachJdk
  void bringsAnAgentToAnAnswer(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.LOOPING)) {
      assertThat(outcome.answers())
          .as("%s", outcome.dispatch())
          .containsExactly(ModelBehaviour.ANSWER);
      assertThat(outcome.loopRuns()).as("%s", outcome.dispatch()).isEqualTo(3);
      assertThat(outcome.log().requests()).as("%s", outcome.dispatch()).isEqualTo(5);
      assertThat(outcome.log().hints())
          .as("%s", outcome.dispatch())
          .singleElement()
          .asString()
          .contains("loop-detected", "search", "3");
    }
  }

  @OnEachJdk
  void namesTheAgentInItsEvents(Jdk jdk) {
    // when
    SCENARIOS.guarded(jdk, ModelBehaviour.LOOPING, folder, AuditedEvents.config(folder));

    // then
    assertThat(AuditedEvents.of(folder).of("loop.detected").label("agent"))
        .contains("librarian")
        .doesNotContain("");
  }
}
