package io.loopsentinel.it.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.telemetry.program.Desk;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/** Counters in the Micrometer of the application. */
class MicrometerIT {

  private static final String NAME = "loop\\.sentinel\\.[a-z.]+";
  private static final String ON = "include_arguments: true, micrometer: true";
  private static final String OFF = "include_arguments: true, micrometer: false";

  @TempDir private File folder;

  @OnEachJdk
  void countsUnderTheNamesOfThePageUntilTheAgentHasEnded(Jdk jdk) throws Exception {
    ProgramResult result =
        new Observed(jdk, folder)
            .run(
                ON,
                "set-up-micrometer; call-3-times c-7; call c-7; await loop.detected; await-meter loop.sentinel.calls.stopped; meters; metrics-after-agent");

    String meters = result.standardOutput();
    assertThat(meters.lines())
        .as("at the end of the run and at the end of the JVM")
        .filteredOn(line -> line.contains("'loop.sentinel.calls'") && line.contains("value=4.0"))
        .hasSize(2);
    assertThat(meters.lines())
        .anyMatch(
            line ->
                line.contains("'loop.sentinel.calls.stopped', tags=[tag(tool=search)]")
                    && line.contains("value=1.0"));
    assertThat(Observed.namesOnThePage())
        .map(name -> name.replace("_total", "").replace('_', '.'))
        .containsAll(Observed.found(NAME, meters))
        .hasSizeGreaterThan(8);
    assertThat(meters).doesNotContain(Desk.ARGUMENT, Desk.RESULT);
  }

  @OnEachJdk(17)
  void countsTheCallsOfAProgramInWhichNothingIsFound(Jdk jdk) throws Exception {
    ProgramResult result =
        new Observed(jdk, folder)
            .run(ON, "set-up-micrometer; call c-7; await-meter loop.sentinel.calls; meters");

    assertThat(result.standardOutput())
        .contains("MeterId{name='loop.sentinel.calls', tags=[tag(tool=search)]}");
  }

  @OnEachJdk(17)
  void isSwitchedOnAndOffWhileTheApplicationRuns(Jdk jdk) throws Exception {
    Observed observed = new Observed(jdk, folder);

    ProgramResult result =
        observed.run(
            OFF,
            "set-up-micrometer; call c-7; meters; "
                + observed.put(ON)
                + "; call-3-times c-7; await loop.detected; await-meter loop.sentinel.calls.stopped; meters; "
                + observed.put(OFF)
                + "; call c-8; meters");

    assertThat(result.standardOutput()).containsOnlyOnce("'loop.sentinel.calls'");
  }

  @OnEachJdk
  void isLeftWithoutATraceByAnAgentThatIsTakenOut(Jdk jdk) throws Exception {
    ProgramResult result =
        new Observed(jdk, folder)
            .run(
                ON,
                "set-up-micrometer; call-3-times c-7; call c-7; await loop.detected; detach; meters");

    assertThat(result.standardOutput())
        .contains("class loader collected true")
        .doesNotContain("loop.sentinel.");
  }

  @OnEachJdk(17)
  void isToldToBeMissingWhereItIs(Jdk jdk) {
    assertThat(Observed.runBare(jdk, folder, ON).agentLines())
        .containsOnlyOnce(
            "telemetry.micrometer: the application has no io.micrometer.core.instrument.Metrics,"
                + " so it gets no metrics");
  }
}
