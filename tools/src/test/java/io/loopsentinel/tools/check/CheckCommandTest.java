package io.loopsentinel.tools.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The input of the command, and its messages about unreadable input. */
class CheckCommandTest {

  private static final String FOUND = "checked against 8 classes";

  @TempDir private Path folder;

  @Test
  void readsAFolderUnderTheDefaults() throws IOException {
    CheckInvocation check = CheckInvocation.of(ClassFolder.of(folder, ClassFolder.ALL).toString());

    assertThat(check.out()).startsWith("Configuration defaults, " + FOUND);
  }

  @Test
  void failsIfNothingWouldBeGuarded() throws IOException {
    CheckInvocation check = CheckInvocation.of(ClassFolder.of(folder, ClassFolder.ALL).toString());

    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.out())
        .endsWith(
            """

            Nothing would be guarded, no problem.
            Add the jars of the application's framework if they are not in these paths. Otherwise
            name your tools as targets: init with the same paths finds annotated ones.
            """);
  }

  @Test
  void loadsTheClassesOfAJarInAJar() throws IOException {
    CheckInvocation check =
        CheckInvocation.ofTarget(
            folder,
            "name: t, kind: run, type: DESK.Desk, method: ask, session: arg0",
            ClassFolder.bootJar(folder.resolve("app.jar")));

    assertThat(check.out())
        .contains(FOUND)
        .contains("DESK.Desk.ask(String, String): String as run target t");
    assertThat(check.exitCode()).isZero();
  }

  @Test
  void readsTheConfigurationAsTheAgentDoes() throws IOException {
    String classes = ClassFolder.of(folder, ClassFolder.ALL).toString();

    assertThat(CheckInvocation.of("--config", "profiles=none,mode=observe", classes).out())
        .startsWith("Configuration defaults; ")
        .contains("mode from agent argument")
        .doesNotContain("langchain4j");
  }

  @Test
  void needsNoSecrets() throws IOException {
    CheckInvocation check =
        CheckInvocation.of(
            folder,
            "sentinel: {telemetry: {webhooks: [{url: \"${NO_SUCH_VARIABLE}\"}]}}",
            ClassFolder.of(folder, ClassFolder.ALL));

    assertThat(check.err()).doesNotContain("NO_SUCH_VARIABLE");
    assertThat(check.out()).contains(FOUND);
  }

  @Test
  void resolvesVariablesByAFile() throws IOException {
    Path config = folder.resolve("sentinel-config.yaml");
    Files.writeString(
        config,
        "sentinel: {telemetry: {webhooks: [{url: \"${HOOK}\", headers: {k: \"${KEY}\"}}]}}");
    Path file =
        Files.writeString(folder.resolve("test.env"), "# secrets\nHOOK=no address\nKEY=a=b\n");
    String classes = ClassFolder.of(folder.resolve("classes"), ClassFolder.ALL).toString();

    CheckInvocation wrong =
        CheckInvocation.of("-c", config.toString(), "--env-file", file.toString(), classes);
    Files.writeString(file, "HOOK=http://127.0.0.1/hook\nKEY=a=b\n");
    CheckInvocation right =
        CheckInvocation.of("-c", config.toString(), "--env-file", file.toString(), classes);
    Files.writeString(file, "HOOK=http://127.0.0.1/hook\nsecret\n");
    CheckInvocation unread =
        CheckInvocation.of("-c", config.toString(), "--env-file", file.toString(), classes);

    assertThat(wrong.err()).contains("telemetry.webhooks").doesNotContain("${HOOK}");
    assertThat(right.err()).isEmpty();
    assertThat(right.out()).contains("Configuration " + config + ", " + FOUND);
    assertThat(unread)
        .isEqualTo(
            new CheckInvocation(2, "", "--env-file " + file + ": line 2: expected NAME=value\n"));
  }

  @Test
  void readsAFileOfVariablesWithAByteOrderMark() throws IOException {
    Path config = folder.resolve("sentinel-config.yaml");
    Files.writeString(config, "sentinel: {telemetry: {webhooks: [{url: \"${HOOK}\"}]}}");
    Path file = Files.writeString(folder.resolve("test.env"), "\uFEFFHOOK=http://127.0.0.1/hook\n");
    String classes = ClassFolder.of(folder.resolve("classes"), ClassFolder.ALL).toString();

    CheckInvocation check =
        CheckInvocation.of("-c", config.toString(), "--env-file", file.toString(), classes);

    assertThat(check.err()).isEmpty();
    assertThat(check.out()).contains(FOUND);
  }

  @Test
  void printsTheMistakesOfAConfigurationAsAtTheStart() throws IOException {
    CheckInvocation check =
        CheckInvocation.of(
            folder, "sentinel: {mod: observe}", ClassFolder.of(folder, ClassFolder.ALL));

    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.out()).isEmpty();
    assertThat(check.err())
        .startsWith("loop-sentinel: invalid configuration; 1 problem:\n")
        .contains("  sentinel-config.yaml:1:12: ");
  }

  @Test
  void printsTheWarningsOfAConfiguration() throws IOException {
    CheckInvocation check =
        CheckInvocation.of(
            folder,
            "sentinel: {overrides: {search: {threshold: 12, window_size: 5}}}",
            ClassFolder.of(folder, ClassFolder.ALL));

    assertThat(check.out())
        .contains(
            "\nwarning: sentinel-config.yaml:1:44: overrides.search.threshold (12) can never be"
                + " reached because only the last 5 calls are compared; raise window_size\n");
  }

  @Test
  void aPathThatDoesNotExistIsWrongUsage() {
    assertThat(CheckInvocation.of("nowhere.jar"))
        .isEqualTo(new CheckInvocation(2, "", "nowhere.jar: there is no such file\n"));
  }

  @Test
  void noClassAtAllIsAProblem() {
    CheckInvocation check = CheckInvocation.of(folder.toString());

    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.err()).startsWith("No class could be read. Name the application's jars");
  }

  @Test
  void reportsABrokenClassAndChecksTheOthers() throws IOException {
    ClassFolder.of(folder, ClassFolder.ALL);
    Path broken = Files.write(folder.resolve("Broken.class"), new byte[] {1, 2, 3});

    CheckInvocation check = CheckInvocation.of(folder.toString());

    assertThat(check.out()).contains(FOUND);
    assertThat(check.err())
        .startsWith(broken + ": skipped: is not a readable class file")
        .hasLineCount(1);
  }
}
