package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.time.Duration;

/** A run that began before the agent was attached: nothing can refuse its requests. */
@FullMatrix
class AttachedInRunIT {

  @OnEachJdk
  void getsHintsAndLeavesAMemoryThatTheModelAccepts(Jdk jdk) {
    ProgramResult result =
        JavaProgram.ofMain(AttachedInRunProgram.class)
            .on(jdk)
            .arguments(AgentJar.file().getPath())
            .jvmOptions("-Dslf4j.internal.verbosity=ERROR", "-XX:+EnableDynamicAgentLoading")
            .run(Duration.ofMinutes(5));

    // The first call ran before, and three more until the loop was found.
    assertThat(result.standardOutput().lines())
        .as("%s", result)
        .endsWith("attached: 0", "I give up., ran 4", "ToolLoopError, ran 7", "refused: []");
  }
}
