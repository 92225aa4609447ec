package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.StoppedProgram;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/** The application stops a thread that is in the midst of the agent. */
class StoppedThreadIT {

  /** From this JDK on a thread cannot be stopped. */
  private static final int WITHOUT_STOP = 20;

  @TempDir private File folder;

  @OnEachJdk
  void ends(Jdk jdk) {
    assumeTrue(jdk.feature() < WITHOUT_STOP);

    // when
    ProgramResult result =
        JavaProgram.ofMain(StoppedProgram.class)
            .on(jdk)
            .agentConfig(
                folder,
                Programs.targets(
                    "error",
                    "{name: stopped, kind: tool, method: dispatch, tool: arg0, session: thread,"
                        + " type: io.loopsentinel.it.jvm.program.StoppedProgram}"))
            .run(Programs.LIMIT);

    // then
    assertThat(result.standardOutput().lines()).as(result.standardError()).containsExactly("ended");
  }
}
