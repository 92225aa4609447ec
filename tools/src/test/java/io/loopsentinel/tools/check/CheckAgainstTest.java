package io.loopsentinel.tools.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report about targets that a new version loses. */
class CheckAgainstTest {

  private static final String DISPATCH =
      "{name: t, kind: tool, type: DESK.Desk, method: dispatch,"
          + " parameters: [DESK.Request], tool: arg0.tool, session: arg0.context.user}";

  @TempDir private Path folder;
  private Path old = Path.of("");

  @BeforeEach
  void pack() throws IOException {
    old = NewVersion.old(folder);
  }

  @Test
  void nothingIsSaidOfTargetsThatMatchAsToday() throws IOException {
    assertThat(against(DISPATCH, "Map<String, Object> arguments", "Object arguments"))
        .isEqualTo(
            new CheckInvocation(
                0,
                """
                Configuration sentinel-config.yaml, checked against 8 classes of today and 8 with the new jars. No code was run.
                desk-2.0.jar replaces desk-1.0.jar

                1 target unchanged, no problem.
                """,
                ""));
  }

  @Test
  void isRefusedIfTheNewJarIsUnreadable() throws IOException {
    Path download = Files.writeString(folder.resolve("download.jar"), "404 Not Found");

    CheckInvocation check =
        CheckInvocation.of(folder, file(DISPATCH), old, "--against", download.toString());

    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.err())
        .contains("download.jar: skipped: is not a jar, or is empty")
        .contains("--against: No class could be read.");
  }

  @Test
  void namesTheMethodWithOtherParameters() throws IOException {
    assertThat(
            problem(
                against(
                    DISPATCH,
                    "dispatch(Request request)",
                    "dispatch(Request request, int n)",
                    "this::dispatch",
                    "request -> dispatch(request, 1)",
                    "-> dispatch(request))",
                    "-> dispatch(request, 1))")))
        .containsExactly(
            "problem: tool target t (sentinel-config.yaml:4:7) no longer guards"
                + " DESK.Desk.dispatch(Request): Answer",
            "  DESK.Desk has no dispatch with these parameters and result; there is"
                + " dispatch(Request, int)");
  }

  @Test
  void namesTheMethodOfAnotherName() throws IOException {
    assertThat(
            problem(against(DISPATCH, "dispatch(", "execute(", "this::dispatch", "this::execute")))
        .containsExactly(
            "problem: tool target t (sentinel-config.yaml:4:7) no longer guards"
                + " DESK.Desk.dispatch(Request): Answer",
            "  DESK.Desk declares no dispatch; there is dispatchAll(List)");
  }

  @Test
  void namesTheClassInAnotherPackage() throws IOException {
    assertThat(problem(against(DISPATCH, "check.fixture", "check.fixture.core")))
        .containsExactly(
            "problem: tool target t (sentinel-config.yaml:4:7) no longer guards"
                + " DESK.Desk.dispatch(Request): Answer",
            "  no class DESK.Desk is on the class path; there is DESK.core.Desk");
  }

  @Test
  void namesTheMemberThatAnExpressionReadsNoMore() throws IOException {
    assertThat(
            problem(
                against(DISPATCH, "String tool,", "String toolName,", ".tool()", ".toolName()")))
        .satisfiesExactly(
            title ->
                assertThat(title)
                    .isEqualTo(
                        "problem: tool target t (sentinel-config.yaml:4:7) cannot guard"
                            + " DESK.Desk.dispatch(Request): Answer"),
            reason ->
                assertThat(reason)
                    .contains("DESK.Request has no member \"tool\"; it has toolName()"));
  }

  @Test
  void reportsLostMethodsOfATargetThatStillMatches() throws IOException {
    CheckInvocation check =
        against(
            "{name: t, kind: tool, type: DESK.Desk, method: 'dispatch*', tool: method}",
            "dispatchLater(",
            "postpone(");

    assertThat(check.exitCode()).isZero();
    assertThat(check.out())
        .contains(
            "tool target t (sentinel-config.yaml:4:7) guards other methods, but no longer"
                + " DESK.Desk.dispatchLater(Request): CompletableFuture\n")
        .endsWith("\n0 targets unchanged, no problem.\n");
  }

  @Test
  void reportsNewMatches() throws IOException {
    CheckInvocation check =
        against(
            "{name: t, kind: tool, type: DESK.Desk, method: execute, tool: arg0.tool}",
            "dispatchLater(",
            "execute(");

    assertThat(check.exitCode()).isZero();
    assertThat(check.out())
        .contains(
            "tool target t (sentinel-config.yaml:4:7) matches with the new jars only:"
                + " DESK.Desk.execute(Request): CompletableFuture\n");
  }

  @Test
  void countsExistingProblems() throws IOException {
    CheckInvocation check =
        against("{name: t, kind: tool, type: DESK.Nobody, method: execute, tool: arg0.tool}");

    assertThat(check.exitCode()).isZero();
    assertThat(check.out()).contains("\n1 problem of today: see check without --against.\n");
  }

  @Test
  void writesTheSameAsJson() throws IOException {
    Path jar = NewVersion.of(folder, "dispatch(", "execute(", "this::dispatch", "this::execute");

    CheckInvocation check =
        CheckInvocation.of(folder, file(DISPATCH), old, "--against", jar.toString(), "--json", "-");

    JsonNode json = new ObjectMapper().readTree(check.out());
    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(json.get("format").asText()).isEqualTo("loop-sentinel-check-against");
    assertThat(json.get("new_classes").asInt()).isEqualTo(8);
    assertThat(json.at("/jars/0/replaces/0").asText()).isEqualTo("desk-1.0.jar");
    assertThat(json.get("changes"))
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
                    [{"name": "t", "kind": "tool", "place": "sentinel-config.yaml:4:7",
                      "state": "lost", "problem": true,
                      "methods": ["DESK.Desk.dispatch(Request): Answer"],
                      "reason": "DESK.Desk declares no dispatch; there is dispatchAll(List)"}]
                    """));
  }

  @Test
  void aNewJarThatDoesNotExistIsWrongUsage() throws IOException {
    CheckInvocation check =
        CheckInvocation.of(folder, file(DISPATCH), old, "--against", "nowhere.jar");

    assertThat(check).isEqualTo(new CheckInvocation(2, "", "nowhere.jar: there is no such file\n"));
  }

  private static List<String> problem(CheckInvocation check) {
    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.out()).endsWith("\n0 targets unchanged, 1 problem.\n");
    List<String> lines = check.out().lines().toList();
    return lines.subList(3, lines.size() - 2);
  }

  private static String file(String target) {
    return "sentinel:\n  profiles: none\n  targets:\n    - " + target + "\n";
  }

  private CheckInvocation against(String target, String... changes) throws IOException {
    Path jar = NewVersion.of(folder, changes);
    CheckInvocation check =
        CheckInvocation.of(folder, file(target), old, "--against", jar.toString());
    return new CheckInvocation(
        check.exitCode(), check.out().replace(folder + "/", ""), check.err());
  }
}
