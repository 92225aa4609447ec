package io.loopsentinel.it.googleadk;

import static io.loopsentinel.it.googleadk.AdkScenarios.SCENARIOS;
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
  void bringsARunToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.CALLED);
  }

  @OnEachJdk
  void bringsAStreamedRunToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.STREAMED);
  }

  @OnEachJdk
  void bringsARunWithAnAsynchronousToolToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.ASYNCHRONOUS);
  }

  @OnEachJdk
  void bringsARunWithConcurrentToolsToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.CONCURRENT);
  }

  @OnEachJdk
  void bringsARunWhoseToolIsAClassOfTheApplicationToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.CALLBACK);
  }

  /** ADK brings Byte Buddy 1.14, which cannot read the class files of newer JDKs. */
  @OnEachJdk
  void doesNotMindTheByteBuddyOfTheApplication(Jdk jdk) {
    assertThat(System.getProperty("java.class.path").split(File.pathSeparator))
        .filteredOn(entry -> entry.contains("byte-buddy"))
        .singleElement()
        .asString()
        .endsWith("byte-buddy-1.14.9.jar");
    assertHinted(jdk, Dispatch.CALLED);
  }

  @OnEachJdk
  void namesTheAgentInItsEvents(Jdk jdk) {
    // when
    SCENARIOS.guarded(jdk, ModelBehaviour.LOOPING, folder, AuditedEvents.config(folder));

    // then
    assertThat(AuditedEvents.of(folder).of("loop.detected").label("agent"))
        .containsExactly("librarian");
  }

  private static void assertHinted(Jdk jdk, Dispatch dispatch) {
    // when
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.LOOPING, dispatch);

    // then
    assertThat(outcome.answers()).containsExactly(ModelBehaviour.ANSWER);
    assertThat(outcome.toolRuns()).isEqualTo(3);
    assertThat(outcome.log().requests()).isEqualTo(5);
    assertThat(outcome.log().hints())
        .singleElement()
        .asString()
        .contains("loop-detected", "search", "3");
  }
}
