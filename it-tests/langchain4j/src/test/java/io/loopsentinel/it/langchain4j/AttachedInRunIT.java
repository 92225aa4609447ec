package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.time.Duration;

/** Answers that had begun when the agent was attached. */
@FullMatrix
class AttachedInRunIT {

  @OnEachJdk
  void endAtTheirNextRequestAndLeaveMemoriesThatTheModelAccepts(Jdk jdk) {
    ProgramResult result =
        JavaProgram.ofMain(AttachedInRunProgram.class)
            .on(jdk)
            .arguments(AgentJar.file().getPath())
            .jvmOptions("-Dslf4j.internal.verbosity=ERROR", "-XX:+EnableDynamicAgentLoading")
            .run(Duration.ofMinutes(5));

    // Of the first question one call had begun before, and three more ran.
    String user = "ToolLoopError 4, ToolLoopError 7";
    assertThat(result.standardOutput().lines())
        .as("%s", result)
        .endsWith("attached: 0", user, user, user, user, "refused: []");
  }
}
