package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdks;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A locale with digits of its own, in which no address and no process would be found. */
@FullMatrix
class LocaleIT {

  private static final String[] ARABIC = {"-Duser.language=ar", "-Duser.country=EG"};
  private static final String OTHER_DIGITS = "[\\p{Nd}&&[^0-9]]";

  @TempDir private File folder;

  @Test
  void leavesTheNumbersOfTheAgentAsTheyAre() throws Exception {
    EveryPathRun run = EveryPathRun.of(Jdks.running(), folder, "marked", "log: debug", ARABIC);

    assertThat(run.echo()).doesNotContainPattern(OTHER_DIGITS);
    run.outputs()
        .forEach(
            (name, output) ->
                assertThat(output).as(name).isNotEmpty().doesNotContainPattern(OTHER_DIGITS));
  }

  @ParameterizedTest
  @ValueSource(strings = {"check", "inspect"})
  void leavesThoseOfCommandsAsTheyAre(String command) {
    ProgramResult result =
        JavaProgram.ofJar(AgentJar.file())
            .jvmOptions(ARABIC)
            .arguments(command, TestClasses.folder().getPath())
            .run(Programs.LIMIT);

    assertThat(result.standardOutput()).contains(" classes").doesNotContainPattern(OTHER_DIGITS);
  }
}
