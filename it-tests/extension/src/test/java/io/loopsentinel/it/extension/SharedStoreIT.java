package io.loopsentinel.it.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.api.SharedStoreExtension;
import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.Jdks;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store of an extension that several JVMs share. */
class SharedStoreIT {

  private static final String PASSWORD = "S3CRET";
  private static final String URI = "outage://me:" + PASSWORD + "@host";

  @TempDir private File folder;

  @OnEachJdk(17)
  void isReportedWhileItIsAwayAndUsedWhenItIsBack(Jdk jdk) throws Exception {
    File audit = new File(folder, "audit.jsonl");
    String settings =
        "sessions: {store: {outage: {uri: \"${STORE_URI}\", failures: 4}}}\n  telemetry: {audit:"
            + " {file: "
            + audit.getPath()
            + "}}";

    ProgramResult result =
        ExtendedRuns.program(OutageProgram.class, jdk, folder, jar(), settings)
            .environment("STORE_URI", URI)
            .run(ExtendedRuns.LIMIT)
            .successful();

    assertThat(result.agentLines())
        .anyMatch(
            line ->
                line.contains(
                    "store outage: append failed with java.io.IOException: no route to"
                        + " outage://***@host; calls are judged by what this JVM knows"
                        + " (sessions.on_store_error: local)"))
        .anyMatch(line -> line.matches(".*store outage is back after \\d+ s"));
    assertThat(result.standardOutput())
        .contains("page 6 of read", "store: outage, up")
        .containsPattern("closed after [1-9]");
    List<String> events = ofStore(audit.toPath());
    assertThat(events).hasSize(2).isEqualTo(ofStore(Path.of("../../docs/audit-log.md")));
    assertThat(result + Files.readString(audit.toPath())).doesNotContain(PASSWORD);
  }

  @OnEachJdk(17)
  void needsTheJarOfItsName(Jdk jdk) {
    ProgramResult result =
        ExtendedRuns.run(
            jdk,
            folder,
            ExtendedRuns.MY_RULES,
            "sessions: {store: {redis: \"redis://:" + PASSWORD + "@host\"}}");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.standardError())
        .contains(
            ":4:22: sessions.store: there is no store redis; add loop-sentinel-redis.jar to"
                + " extensions")
        .doesNotContain(PASSWORD);
    assertThat(result.standardOutput()).isEmpty();
  }

  @Test
  void isCheckedWithoutShowingItsPassword() throws Exception {
    ProgramResult accepted = check("outage: " + URI);
    ProgramResult refused = check("outage: " + URI.replace("outage:", "outrage:"));
    ProgramResult unknown = check("outage: \"${UNSET}\"");

    assertThat(accepted.exitCode()).as("%s", accepted).isZero();
    assertThat(unknown.exitCode()).as("%s", unknown).isZero();
    assertThat(refused.standardError() + refused.standardOutput())
        .contains("sessions.store.outage.uri: expected outage://HOST, found outrage://***@host");
    assertThat("" + accepted + refused).doesNotContain(PASSWORD);
  }

  private ProgramResult check(String store) throws IOException {
    File config = new File(folder, "checked.yaml");
    Files.writeString(
        config.toPath(), ExtendedRuns.config(jar(), "sessions: {store: {" + store + "}}"));
    return JavaProgram.ofJar(AgentJar.file())
        .on(Jdks.running())
        .arguments("check", "--verbose", "-c", config.getPath(), "target/test-classes")
        .run(ExtendedRuns.LIMIT);
  }

  private File jar() throws IOException {
    return HarmfulExtensions.jar(folder, SharedStoreExtension.class, OutageStore.class);
  }

  /** Returns the lines of a file about the store, without what differs from run to run. */
  private static List<String> ofStore(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .filter(line -> line.startsWith("{\"v\":1,\"type\":\"store."))
        .map(
            line ->
                line.replaceAll("\"time\":\"[^\"]*\"", "\"time\":TIME")
                    .replaceAll("\"instance\":\"[^\"]*\"", "\"instance\":ID")
                    .replaceAll("\"calls_stopped\":\\d+", "\"calls_stopped\":N")
                    .replaceAll("after \\d+ s", "after N s")
                    .replace("outage", "redis"))
        .toList();
  }
}
