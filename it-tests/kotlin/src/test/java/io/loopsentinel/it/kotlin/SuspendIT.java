package io.loopsentinel.it.kotlin;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

class SuspendIT {

  private static final String PACKAGE = "io.loopsentinel.it.kotlin.";

  private static final String CONFIG =
      """
      sentinel:
        profiles: none
        targets:
          - {name: tool, kind: tool, type: PACKAGEDispatcher, method: dispatch, tool: arg0, args: arg1, session: run ?? global}
          - {name: decorated, kind: tool, type: PACKAGEDispatcher, method: decorated, tool: arg0, args: arg1, session: global}
          - {name: turn, kind: turn, type: PACKAGEModel, method: chat, session: global, text: return.text}
          - {name: run, kind: run, type: PACKAGEAssistant, method: ask, session: arg0}
        detectors: {repeat: {escalation: [hint, hint, abort]}, error: {threshold: 3}}
      """
          .replace("PACKAGE", PACKAGE);

  /** Of an open function, the method that only calls its body. */
  private static final String OPEN =
      "sentinel:\n  profiles: none\n  targets:\n    - {name: t, kind: tool, type: "
          + PACKAGE
          + "OpenDispatcher, method: dispatch, tool: arg0, args: arg1, session: global}\n"
          + "  detectors: {repeat: {escalation: [hint, hint, abort]}}\n";

  private static final String ASKING = CONFIG.replace("[hint, hint, abort]", "[ask, ask, abort]");

  @TempDir private File folder;

  @OnEachJdk
  void countsACallThatSuspendsOnce(Jdk jdk) {
    List<String> output = output(run(jdk, CONFIG, "equal", 6));

    assertThat(output.subList(0, 3)).containsOnly("search ran with x");
    assertThat(output.subList(3, 5)).allMatch(line -> line.startsWith("loop-detected: search"));
    assertThat(output.get(5)).isEqualTo("error io.loopsentinel.ToolLoopError");
  }

  @OnEachJdk(17)
  void countsACallThatDoesNotSuspend(Jdk jdk) {
    List<String> output = output(run(jdk, CONFIG, "at_once", 4));

    assertThat(output.subList(0, 3)).containsOnly("at_once ran");
    assertThat(output.get(3)).startsWith("loop-detected: at_once");
  }

  @OnEachJdk(17)
  void givesAPollRoomWhileItsResultsDiffer(Jdk jdk) {
    List<String> output = output(run(jdk, CONFIG, "poll", 11));

    assertThat(output.subList(0, 10)).allMatch(line -> line.endsWith(" %"));
    assertThat(output.get(10)).startsWith("loop-detected: poll");
  }

  @OnEachJdk(17)
  void seesTheResultsOfAnOpenFunctionInWhatItsBodyIsCompiledTo(Jdk jdk) {
    String config =
        "sentinel:\n  profiles: none\n  targets:\n    - {name: t, kind: tool, type: "
            + PACKAGE
            + "OpenDispatcher, method: dispatch$suspendImpl, tool: arg1, args: arg2,"
            + " session: global}\n  detectors: {repeat: {escalation: [hint, hint, abort]}}\n";

    List<String> output = output(run(jdk, config, "open", 11));

    assertThat(output.subList(0, 10)).allMatch(line -> line.endsWith(" %"));
    assertThat(output.get(10)).startsWith("loop-detected: poll");
  }

  @OnEachJdk
  void seesTheFailureOfACallThatWasSuspended(Jdk jdk) {
    ProgramResult result = run(jdk, CONFIG, "broken", 3);

    assertThat(output(result))
        .isEqualTo(Collections.nCopies(3, "error java.lang.IllegalStateException"));
    assertThat(result.agentLines()).anyMatch(line -> line.contains("broken failed 3 times"));
  }

  @OnEachJdk(17)
  void takesACancelledCallForNoFailure(Jdk jdk) {
    ProgramResult result = run(jdk, CONFIG, "cancelled", 4);

    assertThat(output(result)).isEqualTo(Collections.nCopies(4, "cancelled"));
    assertThat(result.agentLines()).noneMatch(line -> line.contains("failed"));
  }

  @OnEachJdk(17)
  void leavesTheEffectOfACancelledCallUnknown(Jdk jdk) {
    ProgramResult result =
        run(jdk, CONFIG + "  overrides: {hang: {effect: once}}\n", "cancelled_equal", 2);

    assertThat(output(result)).containsExactly("cancelled", "not cancelled");
    assertThat(result.agentLines()).anyMatch(line -> line.contains("its outcome is unknown"));
  }

  /** A function that only delegates is not entered again when it resumes. */
  @OnEachJdk
  void seesTheResultOfATailCall(Jdk jdk) {
    List<String> output = output(run(jdk, OPEN, "open", 11));

    assertThat(output.subList(0, 10)).allMatch(line -> line.endsWith(" %"));
    assertThat(output.get(10)).startsWith("loop-detected: poll");
  }

  @OnEachJdk(17)
  void keepsTheEffectOfATailCall(Jdk jdk) {
    String config = OPEN + "  overrides: {poll: {effect: once}}\n";

    List<String> output = output(run(jdk, config, "again", 1));

    assertThat(output.get(0)).contains("Its result was: poll with x: 1 %");
  }

  @OnEachJdk(17)
  void suspendsACallUntilAPersonAnswers(Jdk jdk) {
    List<String> output = output(run(jdk, ASKING, "answered", 5));

    assertThat(output.subList(0, 3)).containsOnly("search ran with x");
    assertThat(output.subList(3, 5))
        .containsOnly("loop-detected: this call was not run. The operator says: Not now.");
  }

  @OnEachJdk(17)
  void asksNobodyAboutACallThatWasCancelledMeanwhile(Jdk jdk) {
    List<String> output = output(run(jdk, ASKING, "abandoned", 4));

    assertThat(output.get(3)).isEqualTo("cancelled: abort");
  }

  @OnEachJdk
  void abortsWhereTheFunctionReturnsNoText(Jdk jdk) {
    ProgramResult result = run(jdk, dispatchResult(""), "other", 4);

    assertThat(output(result).subList(0, 3))
        .containsOnly("ToolResult(text=search ran with x, failed=false)");
    assertThat(output(result).get(3)).isEqualTo("error io.loopsentinel.ToolLoopError");
    assertThat(result.agentLines()).anyMatch(line -> line.contains("a hint becomes an abort here"));
  }

  @OnEachJdk(17)
  void answersWithTheResultThatTheTargetBuilds(Jdk jdk) {
    ProgramResult result =
        run(jdk, dispatchResult(", result: " + PACKAGE + "ToolResult::error(message)"), "other", 4);

    assertThat(output(result).get(3)).startsWith("ToolResult(text=loop-detected: search");
  }

  @OnEachJdk(17)
  void countsACallThroughSuspendedDecoratorsOnce(Jdk jdk) {
    List<String> output = output(run(jdk, CONFIG, "decorated", 4));

    assertThat(output.subList(0, 3)).containsOnly("search ran");
    assertThat(output.get(3)).startsWith("loop-detected: search");
  }

  @OnEachJdk(17)
  void readsATurnWhenItIsThere(Jdk jdk) {
    List<String> output = output(run(jdk, CONFIG, "turn", 7));

    assertThat(output.subList(0, 6)).containsOnly("I need more information about orders");
    assertThat(output.get(6)).isEqualTo("error io.loopsentinel.ToolLoopError");
  }

  @OnEachJdk
  void knowsARunThatGoesOnAfterItsSuspension(Jdk jdk) {
    ProgramResult result = run(jdk, CONFIG, "run", 2);

    assertThat(output(result))
        .containsExactly(
            "conversation 1: [search ran wi, search ran wi, search ran wi, loop-detected]",
            "conversation 2: [search ran wi, search ran wi, search ran wi, loop-detected]");
    assertThat(result.agentLines()).anyMatch(line -> line.contains("in session conversation 2"));
  }

  @OnEachJdk(17)
  void answersACallOfAnAgentWhoseRunIsAborted(Jdk jdk) {
    String config =
        """
        sentinel:
          profiles: none
          overrides: {search: {action: abort}}
          targets:
            - {name: outer, kind: tool, type: PACKAGEDelegate, method: delegate, tool: '"agent"', args: arg1, session: arg0}
            - {name: inner, kind: tool, type: PACKAGEDispatcher, method: inner, tool: '"search"', args: arg1, session: arg0}
            - {name: turn, kind: turn, type: PACKAGEModel, method: chat, session: arg0, text: return.text}
        """
            .replace("PACKAGE", PACKAGE);

    List<String> output = output(run(jdk, config, "delegated", 2));

    assertThat(output)
        .containsExactly(
            "loop-detected: the agent behind this tool was stopped, so the call has no result."
                + " The run is ended.",
            "error io.loopsentinel.ToolLoopError");
  }

  private static String dispatchResult(String keys) {
    return "sentinel:\n  profiles: none\n  targets:\n    - {name: t, kind: tool, type: "
        + PACKAGE
        + "Dispatcher, method: dispatchResult, tool: arg0, session: global"
        + keys
        + "}\n";
  }

  private ProgramResult run(Jdk jdk, String config, String scenario, int calls) {
    return JavaProgram.ofMain(PACKAGE + "ProgramKt")
        .on(jdk)
        .arguments(scenario, Integer.toString(calls))
        .agentConfig(folder, config)
        .run(Duration.ofMinutes(2));
  }

  private static List<String> output(ProgramResult result) {
    assertThat(result.applicationErrorLines()).isEmpty();
    assertThat(result.exitCode()).isZero();
    return result.standardOutput().lines().toList();
  }
}
