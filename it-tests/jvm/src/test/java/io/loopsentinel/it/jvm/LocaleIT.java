package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdks;
import java.io.File;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application whose locale has digits of its own, in which no address or process is found. */
@FullMatrix
class LocaleIT {

  private static final String OTHER_DIGITS = "[\\p{Nd}&&[^0-9]]";

  @TempDir private File folder;

  @Test
  void showsNumbersInTheDigitsOfItsSentences() throws Exception {
    EveryPathRun run =
        EveryPathRun.of(
            Jdks.running(),
            folder,
            "marked",
            "log: debug",
            "-Duser.language=ar",
            "-Duser.country=EG");

    assertThat(run.echo()).doesNotContainPattern(OTHER_DIGITS);
    run.outputs()
        .forEach(
            (name, output) ->
                assertThat(output).as(name).isNotEmpty().doesNotContainPattern(OTHER_DIGITS));
  }
}
