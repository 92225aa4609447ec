package io.loopsentinel.it.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.telemetry.program.Desk;
import io.loopsentinel.it.telemetry.program.TracedProgram;
import java.io.File;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;

/** Findings and counters in the OpenTelemetry of the application. */
class OpenTelemetryIT {

  private static final String NAME = "loop_sentinel\\.[a-z_]+";
  private static final String ON = "opentelemetry: true";
  private static final String OFF = "opentelemetry: false";

  @TempDir private File folder;

  /** Neither shows an argument or a result, even if events do. */
  @OnEachJdk
  void addsWhatIsFoundToTheSpanOfTheCallAndCountsUnderTheNamesOfThePage(Jdk jdk) throws Exception {
    ProgramResult result =
        new Observed(jdk, folder)
            .run(
                ON + ", include_arguments: true",
                "set-up; call-3-times c-7; call-in-span c-7; await loop.detected; spans; metrics; metrics-after-agent");

    String told = result.standardOutput();
    assertThat(told)
        .containsOnlyOnce("name=loop_sentinel.finding,")
        .contains(
            "loop_sentinel.session=\"c-7\"",
            "gen_ai.tool.name=\"search\"",
            "loop_sentinel.type=\"loop.detected\"",
            "loop_sentinel.detector=\"repeat\"",
            "loop_sentinel.action=\"hint\"",
            "loop_sentinel.count=3",
            "loop_sentinel.cycle=\"[search]\"",
            "loop_sentinel.fingerprint=\"")
        .doesNotContain(Desk.ARGUMENT, Desk.RESULT);
    assertThat(told.lines())
        .as("at the end of the run and at the end of the JVM")
        .filteredOn(line -> line.contains("name=loop_sentinel.calls,") && line.contains("value=4"))
        .hasSize(2);
    assertThat(told.lines())
        .anyMatch(
            line ->
                line.contains("name=loop_sentinel.calls_stopped,")
                    && line.contains("gen_ai.tool.name=\"search\"")
                    && line.contains("value=1"));
    Set<String> counters = Observed.found("(?<=name=)" + NAME, told);
    counters.remove("loop_sentinel.finding"); // The event of the span.
    assertThat(Observed.namesOnThePage())
        .map(name -> name.replace("loop_sentinel_", "loop_sentinel.").replace("_total", ""))
        .containsAll(counters)
        .hasSizeGreaterThan(8);
  }

  @OnEachJdk(17)
  void waitsUntilTheApplicationHasSetItUp(Jdk jdk) throws Exception {
    ProgramResult result =
        new Observed(jdk, folder)
            .run(
                ON,
                "call-3-times c-7; call c-7; await loop.detected; set-up; call c-7; await loop.detected; await-metrics; metrics");

    assertThat(result.standardOutput()).contains("name=loop_sentinel.calls,", "value=5");
    assertThat(result.agentLines())
        .containsOnlyOnce(
            "telemetry.opentelemetry: the application has not set up"
                + " io.opentelemetry.api.GlobalOpenTelemetry yet; it gets no metrics so far");
  }

  @OnEachJdk(17)
  void waitsForAnOlderOneThatCannotTellWhetherItIsSetUp(Jdk jdk) throws Exception {
    ProgramResult result =
        new Observed(jdk, folder, Observed.classPathWith("older"))
            .run(
                ON,
                "call-3-times c-7; call-in-span c-7; await loop.detected; set-up; call c-7; await loop.detected; await-metrics; metrics; spans");

    assertThat(result.standardOutput())
        .contains("name=loop_sentinel.calls,", "value=5", "name=loop_sentinel.finding,");
    assertThat(result.agentLines()).noneMatch(line -> line.contains("failed"));
  }

  @OnEachJdk(17)
  void isSwitchedOnAndOffWhileTheApplicationRuns(Jdk jdk) throws Exception {
    Observed observed = new Observed(jdk, folder);

    ProgramResult result =
        observed.run(
            OFF,
            "set-up; call-3-times c-7; call-in-span c-7; await loop.detected; metrics; "
                + observed.put(ON)
                + "; call-in-span c-7; await loop.detected; metrics; "
                + observed.put(OFF)
                + "; call-in-span c-8; metrics; spans");

    assertThat(result.standardOutput())
        .containsOnlyOnce("name=loop_sentinel.calls,")
        .containsOnlyOnce("name=loop_sentinel.finding,");
  }

  @OnEachJdk
  void isLeftWithoutATraceByAnAgentThatIsTakenOut(Jdk jdk) throws Exception {
    ProgramResult result =
        new Observed(jdk, folder)
            .run(
                ON,
                "set-up; call-3-times c-7; call-in-span c-7; await loop.detected; detach; metrics");

    assertThat(result.standardOutput())
        .contains("class loader collected true")
        .doesNotContain("name=loop_sentinel.");
  }

  @OnEachJdk(17)
  void isToldToBeMissingWhereItIs(Jdk jdk) {
    assertThat(Observed.runBare(jdk, folder, ON).agentLines())
        .containsOnlyOnce(
            "telemetry.opentelemetry: the application has no"
                + " io.opentelemetry.api.GlobalOpenTelemetry, so it gets no metrics")
        .noneMatch(line -> line.contains("failed"));
  }

  @OnEachJdk(17)
  void isToldToBeTooOldWhereItIs(Jdk jdk) {
    ProgramResult result =
        JavaProgram.ofMain(TracedProgram.class)
            .on(jdk)
            .classPath(Observed.classPathWith("oldest").toArray(File[]::new))
            .agentConfig(folder, Observed.config(ON))
            .run(Observed.LIMIT);

    assertThat(result.successful().agentLines())
        .containsOnlyOnce(
            "telemetry.opentelemetry: the application gets no metrics:"
                + " io.opentelemetry.api.GlobalOpenTelemetry must have version 1.12 or newer;"
                + " it lacks 'io.opentelemetry.api.metrics.Meter"
                + " io.opentelemetry.api.GlobalOpenTelemetry.getMeter(java.lang.String)'")
        .noneMatch(line -> line.contains("failed"));
  }
}
