package io.loopsentinel.it.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/** Lines about findings in the application's log, with what its MDC holds. */
class LoggedContextIT {

  @TempDir private File folder;

  @OnEachJdk(17)
  void isThatOfTheCall(Jdk jdk) throws Exception {
    ProgramResult result =
        new Observed(jdk, folder)
            .run("log_to: slf4j", "call c-7; call c-7; call c-7; call-in-mdc request=r-42");

    assertThat(result.standardError().lines())
        .anyMatch(
            line ->
                line.startsWith(
                    "[main] WARN io.loopsentinel {request=r-42} repeat in session c-7: search"));
  }
}
