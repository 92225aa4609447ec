package io.loopsentinel.tools.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exit codes and messages, and what options do together. */
class ReplayCommandTest {

  @TempDir Path folder;

  @Test
  void reportsBrokenLinesAndPlaysTheOthers() throws IOException {
    Path runs = write("runs.jsonl", "{\"messages\": []}\n{\"messages\": 1}\n{\"messages\": []}\n");

    Invocation replay = Invocation.of(runs.toString());

    assertThat(replay.exitCode()).isZero();
    assertThat(replay.err())
        .isEqualTo(runs + ":2: skipped: expected an object with a list \"messages\"\n");
    assertThat(replay.out()).contains("runs.jsonl     2      0").contains("Nothing was found.");
  }

  @Test
  void reportsTheFirstBrokenLinesOfAFileInAnotherFormat() throws IOException {
    Path runs = write("runs.csv", "id,calls\n".repeat(25));

    Invocation replay = Invocation.of(runs.toString());

    assertThat(replay.exitCode()).isEqualTo(1);
    assertThat(replay.out()).isEmpty();
    assertThat(replay.err().lines()).hasSize(12);
    assertThat(replay.err())
        .endsWith(runs + ": skipped 15 more lines like these\nNo run could be read.\n");
  }

  @Test
  void playsTheOtherFilesIfOneIsTorn() throws IOException {
    Path torn = folder.resolve("torn.jsonl.gz");
    Files.write(torn, new byte[] {0x1f, (byte) 0x8b, 8, 0});

    Invocation replay = Invocation.of(torn.toString(), "runs.jsonl");

    assertThat(replay.exitCode()).isZero();
    assertThat(replay.err()).startsWith(torn + ": reading failed after 0 runs: ");
    assertThat(replay.out()).contains("torn.jsonl.gz     0").contains("runs.jsonl        4");
  }

  @Test
  void aMissingFileIsWrongUsage() {
    Invocation replay = Invocation.of("runs.jsonl", "nowhere.jsonl");

    assertThat(replay).isEqualTo(wrong("nowhere.jsonl: there is no such file"));
  }

  @Test
  void aFolderIsWrongUsage() {
    assertThat(Invocation.of(folder.toString()))
        .isEqualTo(wrong(folder + ": is a directory; name the files in it"));
  }

  @Test
  void aMissingConfigurationIsWrongUsage() {
    assertThat(Invocation.of("runs.jsonl", "--config", "nowhere.yaml"))
        .isEqualTo(wrong("--config nowhere.yaml: there is no such file"));
    assertThat(Invocation.of("runs.jsonl", "--compare", "nowhere.yaml"))
        .isEqualTo(wrong("--compare nowhere.yaml: there is no such file"));
  }

  @Test
  void aConfigurationNeedsNoSecretsHere() throws IOException {
    Path config =
        write(
            "secret.yaml",
            "sentinel: {telemetry: {webhooks: [{url: \"${NO_SUCH_VARIABLE}\", headers:"
                + " {Authorization: \"Bearer ${NO_SUCH_TOKEN}\"}}]}}\n");

    Invocation replay = Invocation.of("runs.jsonl", "--config", config.toString());

    assertThat(replay.err()).isEmpty();
    assertThat(replay.exitCode()).isZero();
  }

  @Test
  void aBadConfigurationIsReportedAsTheAgentDoes() throws IOException {
    Path config = write("bad.yaml", "sentinel:\n  default: {treshold: 2}\n");

    Invocation replay = Invocation.of("runs.jsonl", "--config", config.toString());

    assertThat(replay.exitCode()).isEqualTo(2);
    assertThat(replay.out()).isEmpty();
    assertThat(replay.err())
        .startsWith("loop-sentinel: invalid configuration; 1 problem:\n")
        .contains(config + ":2:13: unknown key \"treshold\"")
        .contains("did you mean \"threshold\"?");
  }

  @Test
  void aWarningOfAConfigurationIsShown() throws IOException {
    Path config =
        write("odd.yaml", "sentinel:\n  default: {escalation: [abort, hint], threshold: 3}\n");

    Invocation replay = Invocation.of("runs.jsonl", "--config", config.toString());

    assertThat(replay.exitCode()).isZero();
    assertThat(replay.err()).startsWith("warning: " + config + ":2:");
  }

  @Test
  void reportsInvalidLabelsByLine() throws IOException {
    Path labels = write("labels.jsonl", "{\"id\": \"a\"}\n{\"loops\": []}\n");

    assertThat(Invocation.of("runs.jsonl", "--labels", labels.toString()))
        .isEqualTo(wrong("--labels " + labels + ": line 2: expected an object with a text \"id\""));
  }

  @Test
  void keepsAnEarlierReportUntilThereIsANewOne() throws IOException {
    Path report = write("report.json", "earlier");
    String broken = write("broken.jsonl", "no run\n").toString();

    Invocation failed = Invocation.of(broken, "--json", report.toString());

    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(failed.err()).endsWith("No run could be read.\n");
    assertThat(report).hasContent("earlier");
    assertThat(Invocation.of("runs.jsonl", "--json", report.toString()).exitCode()).isZero();
    assertThat(report).content().startsWith("{").doesNotContain("earlier");
  }

  @Test
  void aReportThatCannotBeWrittenIsWrongUsage() {
    Invocation replay =
        Invocation.of("runs.jsonl", "--json", folder.resolve("no/such/folder.json").toString());

    assertThat(replay.exitCode()).isEqualTo(2);
    assertThat(replay.err()).startsWith("cannot write a report: ");
  }

  @Test
  void listsRunsThatTwoConfigurationsJudgeDifferently() {
    Invocation replay = Invocation.of("runs.jsonl", "--compare", "strict.yaml", "--runs");

    assertThat(replay.out())
        .contains(
            """
            differs: runs.jsonl  order-7
                defaults: first finding at call 4 (repeat), first stop at call 4 (repeat)
                strict.yaml: first finding at call 3 (repeat), first stop at call 3 (repeat)
            """)
        .contains(
            """
            differs: runs.jsonl  deploy-3
                defaults: first finding at call 11 (repeat), first stop none
                strict.yaml: first finding at call 6 (repeat), first stop none
            """)
        .doesNotContain("differs: runs.jsonl  build-5");
  }

  @Test
  void suggestedConfigurationIsValidAndWorks() throws IOException {
    String out = Invocation.of("runs.jsonl", "--suggest").out();
    Path config = write("suggested.yaml", out.substring(out.indexOf("sentinel:")));

    Invocation replay = Invocation.of("runs.jsonl", "--config", config.toString(), "--runs");

    assertThat(out).contains("runs flagged 3 -> 2");
    assertThat(replay.err()).isEmpty();
    assertThat(replay.out()).doesNotContain("deploy-3").contains("order-7");
  }

  @Test
  void aToolNameOfTheModelCannotForgeALineOrASetting() throws IOException {
    // given: a name with a quotation mark, a line break and a control character
    String name = "deploy\\\"\\n    x: {exempt: true}\\u001b[1m";
    String runs = Files.readString(Path.of("../docs/samples/runs.jsonl"));
    Path file = write("runs.jsonl", runs.replace("\"deploy_status", "\"" + name));

    String out = Invocation.of(file.toString(), "--runs", "--suggest").out();
    Path config = write("suggested.yaml", out.substring(out.indexOf("sentinel:")));
    Invocation replay = Invocation.of(file.toString(), "--config", config.toString(), "--runs");

    assertThat(out).doesNotContain("\u001b", "\n    x: {");
    assertThat(out).contains("deploy\"\\n    x: {exempt: true}\\u001b[1m");
    assertThat(replay.err()).isEmpty();
    assertThat(replay.out()).doesNotContain("deploy-3").contains("order-7");
  }

  @Test
  void theTwoHalvesAreAllRuns() {
    String tuning = Invocation.of("runs.jsonl", "--half", "tuning", "--runs").out();
    String reporting = Invocation.of("runs.jsonl", "--half", "reporting", "--runs").out();

    assertThat(tuning).contains("  deploy-3\n").doesNotContain("  order-7\n");
    assertThat(reporting).contains("  order-7\n").doesNotContain("  deploy-3\n");
  }

  @Test
  void rejectsUnknownHalf() {
    Invocation replay = Invocation.of("runs.jsonl", "--half", "first");

    assertThat(replay.exitCode()).isEqualTo(2);
    assertThat(replay.err()).contains("--half", "first", "TUNING, REPORTING");
  }

  private static Invocation wrong(String message) {
    return new Invocation(2, "", message + "\n");
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }
}
