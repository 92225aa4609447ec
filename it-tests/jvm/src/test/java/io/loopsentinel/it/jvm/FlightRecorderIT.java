package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.io.TempDir;

/** What a recording of JDK Flight Recorder holds of the agent. */
@FullMatrix(onEachJdk = true)
class FlightRecorderIT {

  private static final String TARGET =
      "method: dispatch, tool: arg0, args: arg1, session: '\"main\"'";
  private static final String LADDER = "  default: {escalation: [hint, terminate]}\n";

  @TempDir private File folder;

  @OnEachJdk
  void holdsWhatWasFoundAndThatASessionEnded(Jdk jdk) throws IOException {
    ProgramResult result = recorded(jdk, 5, "").run(Programs.LIMIT);

    assertThat(result.standardOutput()).contains("error io.loopsentinel.ToolLoopError");
    List<RecordedEvent> findings = events("Finding");
    assertThat(findings)
        .extracting(
            event -> event.getString("detector"),
            event -> event.getString("action"),
            event -> event.getInt("rung"))
        .containsExactly(tuple("repeat", "hint", 1), tuple("repeat", "terminate", 2));
    RecordedEvent first = findings.get(0);
    assertThat(first.getString("tool")).isEqualTo("search");
    assertThat(first.getString("session")).isEqualTo("main");
    assertThat(first.getString("target")).isEqualTo("acme");
    assertThat(first.getString("cycle")).isEqualTo("search");
    assertThat(first.getString("fingerprint")).matches("[0-9a-f]{64}");
    assertThat(first.getString("reason")).isEqualTo("search called again after 3 matching calls");
    assertThat(first.getThread().getJavaName()).isEqualTo("main");
    assertThat(events("Termination"))
        .singleElement()
        .satisfies(event -> assertThat(event.getString("session")).isEqualTo("main"));
    assertThat(events("Check")).isEmpty();
  }

  @OnEachJdk
  void tellsWhereTheCallCameFrom(Jdk jdk) throws IOException {
    recorded(jdk, 4, "").run(Programs.LIMIT);

    assertThat(events("Finding").get(0).getStackTrace().getFrames())
        .extracting(frame -> frame.getMethod().getType().getName())
        .contains("io.loopsentinel.it.jvm.program.LoopingProgram");
  }

  @OnEachJdk
  void holdsEachCheckAndItsDurationWhereThatIsAskedFor(Jdk jdk) throws IOException {
    recorded(jdk, 4, ", jfr: {checks: true}").run(Programs.LIMIT);

    List<RecordedEvent> checks = events("Check");
    assertThat(checks)
        .extracting(event -> event.getString("decision"))
        .containsExactly("pass", "pass", "pass", "hint");
    assertThat(checks)
        .allSatisfy(
            check -> {
              assertThat(check.getDuration()).isPositive();
              assertThat(check.getString("tool")).isEqualTo("search");
              assertThat(check.getStackTrace()).isNull();
            });
  }

  @OnEachJdk(17)
  void holdsNothingWhereItIsSwitchedOff(Jdk jdk) throws IOException {
    recorded(jdk, 4, ", jfr: {enabled: false, checks: true}").run(Programs.LIMIT);

    assertThat(RecordingFile.readAllEvents(recording().toPath()))
        .isNotEmpty()
        .noneMatch(event -> event.getEventType().getName().startsWith("io.loopsentinel."));
  }

  @OnEachJdk
  void isPrintedByTheJdkUnderItsCategory(Jdk jdk) throws Exception {
    recorded(jdk, 5, "").run(Programs.LIMIT);
    File output = new File(folder, "printed.txt");
    String jfr = new File(jdk.java().getParentFile(), "jfr").getPath();

    Process process =
        new ProcessBuilder(jfr, "print", "--categories", "Loop Sentinel", recording().getPath())
            .redirectErrorStream(true)
            .redirectOutput(output)
            .start();

    assertThat(process.waitFor()).isZero();
    assertThat(Files.readString(output.toPath()))
        .contains(
            "io.loopsentinel.Finding {",
            "detector = \"repeat\"",
            "action = \"hint\"",
            "reason = \"search called again after 3 matching calls\"",
            "io.loopsentinel.Termination {")
        .doesNotContain("jdk.");
  }

  /** With no recording on, no class of JFR is even loaded that would not be without the agent. */
  @OnEachJdk
  void costsNothingWithoutARecording(Jdk jdk) {
    List<String> loaded =
        Programs.loadedClasses(Programs.looping(jdk, "Private", 5).agentConfig(folder, config("")));

    assertThat(loaded)
        .contains("io.loopsentinel.agent.telemetry.jfr.FlightRecorderSink")
        .doesNotContain(
            "io.loopsentinel.agent.telemetry.jfr.FindingEvent",
            "jdk.jfr.internal.PlatformRecorder");
  }

  private JavaProgram recorded(Jdk jdk, int calls, String telemetry) {
    return Programs.looping(jdk, "Private", calls)
        .agentConfig(folder, config(telemetry))
        .jvmOptions("-XX:StartFlightRecording:filename=" + recording().getPath());
  }

  private static String config(String telemetry) {
    return Programs.target("Private", TARGET).replace("log: error", "log: error" + telemetry)
        + LADDER;
  }

  private List<RecordedEvent> events(String name) throws IOException {
    return RecordingFile.readAllEvents(recording().toPath()).stream()
        .filter(event -> event.getEventType().getName().equals("io.loopsentinel." + name))
        .sorted(Comparator.comparing(RecordedEvent::getStartTime))
        .toList();
  }

  private File recording() {
    return new File(folder, "recording.jfr");
  }
}
