package io.loopsentinel.tools.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report about guarded methods. */
class CheckedMethodsTest {

  @TempDir private Path folder;
  private Path desk = Path.of("");

  @BeforeEach
  void compile() throws IOException {
    desk = ClassFolder.of(folder.resolve("classes"), ClassFolder.ALL);
  }

  @Test
  void describesExpressionsAndTheEffectOnCalls() throws IOException {
    CheckInvocation check =
        check(
            "name: t, kind: tool, type: DESK.Desk, method: dispatch, tool: arg0.tool,"
                + " args: arg0.arguments, output: return.text, failed: return.failed,"
                + " result: 'DESK.Answer::failure(message)',"
                + " warned: 'new DESK.Answer(message, return.failed)',"
                + " throws: 'new java.lang.IllegalStateException(message)'");

    assertThat(check)
        .isEqualTo(
            new CheckInvocation(
                0,
                """
                Configuration sentinel-config.yaml, checked against 8 classes. No code was run.
                warning: sessions are threads: nothing else separates the calls of tool target t, and pooled threads mix users; add session, or a run target around its calls
                warning: abort_at: no target sees requests to the model: an abort is thrown at the call; add a target of kind turn

                DESK.Desk.dispatch(Request): Answer as tool target t (sentinel-config.yaml:4:7)
                  tool          arg0.tool -> java.lang.String
                  args          arg0.arguments -> java.util.Map
                  output        return.text -> java.lang.String
                  failed        return.failed -> java.lang.Boolean
                  warned        new DESK.Answer(message, return.failed) -> DESK.Answer
                  throws        new java.lang.IllegalStateException(message) -> java.lang.IllegalStateException
                  result        DESK.Answer::failure(message) -> DESK.Answer
                  session       the run, else the thread
                  outcome       judged when the method returns
                  hint          returns the Answer that result builds
                  warn          is added to the result, which warned builds again
                  reuse         gives the Answer again
                  abort         throws the IllegalStateException that throws builds

                1 method would be guarded, no problem.
                """,
                ""));
  }

  @Test
  void tellsWhySeveralCallsAtOnceGetNoHint() throws IOException {
    CheckInvocation check =
        check(
            "name: t, kind: tool, type: DESK.Desk, method: dispatchAll, tool: 'arg0[*].tool',"
                + " output: 'return[*].text'");

    assertThat(check.out())
        .contains(
            "  hint          becomes an abort: the method dispatches several calls at once\n");
  }

  @Test
  void tellsWhyAMethodThatReturnsNothingGetsNoHint() throws IOException {
    CheckInvocation check =
        check("name: t, kind: tool, type: DESK.Office, subtypes: true, method: send, tool: method");

    assertThat(check.out())
        .contains("DESK.Desk.send(Request): void as tool target t (sentinel-config.yaml:4:7)\n")
        .contains("  args          by name: request\n")
        .contains(
            "  hint          becomes an abort: the method returns nothing and so cannot carry a"
                + " message\n");
  }

  @Test
  void reportsMembersThatAreLookedUpAtRunTime() throws IOException {
    CheckInvocation check =
        check(
            "name: t, kind: tool, type: DESK.Desk, method: dispatch, tool: arg0.tool,"
                + " session: arg0.context.usr");

    assertThat(check.out())
        .contains("  session       arg0.context.usr -> java.lang.Object\n")
        .containsPattern(
            "                at run time: sentinel-config.yaml:4:\\d+: DESK.Context has no member"
                + " \"usr\"; it has user\\(\\)\n");
    assertThat(check.exitCode()).isZero();
  }

  @Test
  void warnsIfOnlyThreadsSeparateSessions() throws IOException {
    String tool = "{name: t, kind: tool, type: DESK.Desk, method: dispatch, tool: arg0.tool}";
    String run = "{name: r, kind: run, type: DESK.Desk, method: METHOD}";
    String yaml = "sentinel: {profiles: none, targets: [%s, %s]}";

    CheckInvocation unrelated =
        CheckInvocation.of(folder, yaml.formatted(tool, run.replace("METHOD", "none")), desk);
    CheckInvocation covered =
        CheckInvocation.of(folder, yaml.formatted(tool, run.replace("METHOD", "ask")), desk);

    String warning =
        "\nwarning: sessions are threads: nothing else separates the calls of tool target t";
    assertThat(unrelated.out()).contains(warning);
    assertThat(covered.out()).doesNotContain("sessions are threads");
    assertThat(covered.exitCode()).isZero();
  }

  @Test
  void tellsOfTurnsAndRuns() throws IOException {
    CheckInvocation check =
        CheckInvocation.of(
            folder,
            """
            sentinel:
              profiles: none
              targets:
                - name: turn
                  kind: turn
                  type: DESK.Desk
                  method: complete
                  text: return
                  inject: {arg0: "append(arg0, message)"}
                - name: run
                  kind: run
                  type: DESK.Desk
                  method: ask
                  session: arg0
            """,
            desk);

    assertThat(check.out())
        .contains(
            """
            DESK.Desk.complete(List): String as turn target turn (sentinel-config.yaml:4:7)
              text          return -> java.lang.String
              inject        append(arg0, message) -> java.util.ArrayList
              session       the run, else the thread
              outcome       judged when the method returns
              inject        arg0 gets the warnings that wait
              abort         throws a ToolLoopError
            """)
        .contains(
            """
            DESK.Desk.ask(String, String): String as run target run (sentinel-config.yaml:10:7)
              session       arg0 -> java.lang.String
              reset         its session begins again with each call
              outcome       ends with the method
            """);
  }

  private CheckInvocation check(String target) throws IOException {
    return CheckInvocation.ofTarget(folder, target, desk);
  }
}
