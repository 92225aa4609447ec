package io.loopsentinel.it.googleadk;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;

/** A tool that ADK runs only when a person has confirmed the call: until then it has no effect. */
class ConfirmationIT {

  private static final Duration LIMIT = Duration.ofMinutes(5);

  @TempDir private File folder;

  @OnEachJdk(17)
  void aConfirmedCallHasItsEffect(Jdk jdk) {
    String yaml = "sentinel: {overrides: {pay: {effect: {once: [order], per: global}}}}";

    ProgramResult result =
        JavaProgram.ofMain(ConfirmationProgram.class).on(jdk).agentConfig(folder, yaml).run(LIMIT);

    assertThat(result.standardOutput().lines()).as("%s", result).containsExactly("paid 7");
  }
}
