package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdks;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.NextRunProgram;
import java.io.File;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages of an operator to a run that has not begun. */
@FullMatrix
class NextRunIT {

  private static final String CONFIG =
      Programs.targets(
              "error",
              "{name: d, kind: tool, type: ACME$Dispatcher, method: dispatch, session: arg0, tool:"
                  + " arg1, args: arg2}",
              "{name: r, kind: run, type: ACME$Assistant, method: ask, session: arg0, labels:"
                  + " {user: {value: arg0, plain: true}}}")
          .replace("ACME", "io.loopsentinel.it.jvm.program.Acme");

  @TempDir private File folder;

  @Test
  void areReadInTheNextRunOfTheSessionOrLabelAndOnce() {
    ProgramResult result =
        JavaProgram.ofMain(NextRunProgram.class)
            .on(Jdks.running())
            .agentConfig(folder, CONFIG)
            .run(Programs.LIMIT);

    assertThat(result.standardOutput().lines())
        .containsExactly(
            "c-1: nothing",
            "c-1: nothing",
            "c-1: nothing | A word from the operator: Order 5 is meant.",
            "c-2: nothing | A word from the operator: Order 6 is meant.",
            "c-2: nothing");
    assertThat(result.standardError()).isEmpty();
  }
}
