package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.StoppedProgram;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/** The application stops a thread while the agent reads a value of its call. */
@FullMatrix(onEachJdk = true)
class StoppedThreadIT {

  /** From this JDK on a thread cannot be stopped. */
  private static final int WITHOUT_STOP = 20;

  private static final String TARGET =
      "{name: stopped, kind: tool, method: dispatch, tool: arg0.tool, args: arg0.arguments,"
          + " labels: {user: arg0.user, role: arg0.role}, session: thread,"
          + " type: io.loopsentinel.it.jvm.program.StoppedProgram}";

  @TempDir private File folder;

  @OnEachJdk
  void endsWhateverIsRead(Jdk jdk) {
    assumeTrue(jdk.feature() < WITHOUT_STOP);
    for (String read : new String[] {"tool", "label", "getter", "argument", "result"}) {
      ProgramResult result =
          JavaProgram.ofMain(StoppedProgram.class)
              .arguments(read)
              .on(jdk)
              .agentConfig(folder, Programs.targets("error", TARGET))
              .run(Programs.LIMIT);

      assertThat(result.standardOutput().lines())
          .as("%s: %s", read, result.standardError())
          .containsExactly("ended");
    }
  }
}
