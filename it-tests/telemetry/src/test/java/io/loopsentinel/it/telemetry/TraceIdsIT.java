package io.loopsentinel.it.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.nio.file.Files;
import org.junit.jupiter.api.io.TempDir;

/** Events tell in which trace of the application they came about, with nothing configured. */
class TraceIdsIT {

  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

  @TempDir private File folder;

  @OnEachJdk
  void areThoseOfTheCurrentSpan(Jdk jdk) throws Exception {
    File audit = new File(folder, "audit.jsonl");

    ProgramResult result =
        loop(jdk, "audit: {file: '%s'}".formatted(audit.getPath()), "call-in-span c-7");

    String span = result.standardOutput().lines().findFirst().orElseThrow().replace("span ", "");
    assertThat(result.standardOutput())
        .containsPattern("in Trace\\[traceId=[0-9a-f]{32}, spanId=" + span);
    assertThat(Files.readString(audit.toPath()).lines())
        .filteredOn(line -> line.contains("loop.detected"))
        .singleElement()
        .asString()
        .containsPattern("\"trace_id\":\"[0-9a-f]{32}\",\"span_id\":\"" + span + "\"");
  }

  @OnEachJdk(17)
  void areThoseOfTheLoggingWhereThereIsNoSpan(Jdk jdk) throws Exception {
    ProgramResult result =
        loop(jdk, "log: warn", "call-in-mdc traceId=" + TRACE + " spanId=00f067aa0ba902b7");

    assertThat(result.standardOutput())
        .contains("in Trace[traceId=" + TRACE + ", spanId=00f067aa0ba902b7]");
  }

  @OnEachJdk(17)
  void areAbsentOutsideOfTracesAndWhereTheyAreNone(Jdk jdk) throws Exception {
    ProgramResult result =
        loop(
            jdk, "log: warn", "call-in-mdc trace_id=mr.smith@example.com span_id=00f067aa0ba902b7");

    assertThat(result.standardOutput()).contains("loop.detected in null");
  }

  private ProgramResult loop(Jdk jdk, String telemetry, String last) throws Exception {
    return new Observed(jdk, folder)
        .run(telemetry, "call-3-times c-7; " + last + "; await loop.detected");
  }
}
