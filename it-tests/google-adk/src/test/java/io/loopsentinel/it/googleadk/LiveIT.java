package io.loopsentinel.it.googleadk;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.time.Duration;

/**
 * A live conversation, in which nothing tells the user's next question from a loop. Its model is a
 * class of the test, since that of Google speaks a protocol of its own there.
 */
class LiveIT {

  private static final Duration LIMIT = Duration.ofMinutes(5);

  @OnEachJdk
  void isLeftAlone(Jdk jdk) {
    ProgramResult result =
        JavaProgram.ofMain(LiveProgram.class)
            .on(jdk)
            .jvmOptions(JavaProgram.QUICK_START)
            .arguments("8")
            .agent()
            .run(LIMIT);

    assertThat(result.standardOutput().lines()).as("%s", result).containsExactly("8 runs");
    assertThat(result.agentLines())
        .as("that it guards, and no more")
        .allMatch(line -> line.contains(" watches for ") || line.startsWith("guards "));
  }
}
