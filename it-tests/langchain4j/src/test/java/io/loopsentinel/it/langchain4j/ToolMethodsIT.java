package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;
import java.io.File;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;

/** The tools of an application as targets, by their annotation. */
@FullMatrix
class ToolMethodsIT {

  private static final String TOOLS =
      """
      sentinel:
        targets:
          - {name: my-tools, kind: tool, annotated_with: dev.langchain4j.agent.tool.Tool, packages: [io.loopsentinel.it]}
      """;

  @TempDir private File folder;

  @OnEachJdk(17)
  void areGuardedWithoutAProfile(Jdk jdk) {
    assertThat(play(jdk, ModelBehaviour.LOOPING, TOOLS + "  profiles: none\n"))
        .allSatisfy(
            (dispatch, outcome) -> {
              assertThat(outcome.toolRuns()).isEqualTo(3);
              assertThat(outcome.log().hints()).isNotEmpty();
              assertThat(outcome.answers()).hasSize(1);
            });
  }

  @OnEachJdk(17)
  void areLeftAloneInAnHonestRun(Jdk jdk) {
    assertThat(play(jdk, ModelBehaviour.HEALTHY, TOOLS + "  profiles: none\n"))
        .allSatisfy((dispatch, outcome) -> assertThat(outcome.log().hints()).isEmpty());
  }

  @OnEachJdk(17)
  void areCountedOnceIfAProfileGuardsThemToo(Jdk jdk) {
    assertThat(play(jdk, ModelBehaviour.LOOPING, TOOLS))
        .allSatisfy(
            (dispatch, outcome) -> {
              assertThat(outcome.toolRuns()).isEqualTo(3);
              assertThat(outcome.log().hints()).hasSize(1);
            });
  }

  /** Plays a behaviour on the caller's thread: without a profile each thread is a session. */
  private Map<Dispatch, Outcome> play(Jdk jdk, ModelBehaviour behaviour, String config) {
    Map<Dispatch, Outcome> outcomes =
        LangChain4jApplication.scenarios(Version.NEWEST).guarded(jdk, behaviour, folder, config);
    outcomes.keySet().removeAll(Set.of(Dispatch.CONCURRENT, Dispatch.STREAMING));
    return outcomes;
  }
}
