package io.loopsentinel.engine.response;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.settings.EngineSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What texts to the model name of their session. */
class AlternativesTest {

  private final LoopEngine engine =
      new LoopEngine(EngineSettings.DEFAULT, new Fingerprinter(FieldAccess.toOpenPackages()));

  @Test
  void nameToolsThatLastSucceededAndAreNotPartOfTheLoop() {
    call("read_file", "path", "a", "class A {}");
    call("list_files", "path", ".", "a b c");
    call("deploy", "to", "test", "error: no such host");

    assertThat(fourthSearch())
        .contains("Other tools whose last call succeeded: list_files, read_file.")
        .doesNotContain("deploy");
  }

  @Test
  void nameNoMoreThanThreeToolsTheLatestFirst() {
    for (String tool : new String[] {"a", "b", "c", "d"}) {
      call(tool, "q", tool, "the answer of " + tool);
    }

    assertThat(fourthSearch()).endsWith(" last call succeeded: d, c, b.");
  }

  @Test
  void escapeAndCutTheNamesOfTools() {
    call("x\u202e" + "y".repeat(100), "q", "1", "an answer");

    assertThat(fourthSearch())
        .contains("succeeded: x\\u202eyyy")
        .endsWith("yyy....")
        .doesNotContain("y".repeat(40));
  }

  @Test
  void nameTheOneArgumentOfWhichNoOtherValueWasTried() {

    assertThat(fourthSearch()).contains("No other value of q was tried.");
  }

  @Test
  void claimNothingAboutArgumentsWhereOthersWereTried() {
    call("search", "q", "y", "no match for y");

    assertThat(fourthSearch()).doesNotContain("was tried", "were tried");
  }

  @Test
  void claimNothingAboutArgumentsWhereTheFirstCallsAreForgotten() {
    call("search", "q", "y", "no match for y");
    for (int i = 0; i < 64; i++) {
      call("read_file", "path", String.valueOf(i), "line " + i);
    }

    assertThat(fourthSearch()).doesNotContain("was tried", "were tried");
  }

  @Test
  void countTheCallsThatBroughtNoNewAnswer() {
    call("read_file", "path", "a", "class A {}");
    String warning = "";
    for (int i = 0; i < 3; i++) {
      warning = call("bash", "command", "javac A.java", "bash: javac: command not found");
    }

    assertThat(warning)
        .contains("bash has failed 3 times running")
        .contains("None of the last 3 calls succeeded with a new answer.");
  }

  /** Searches in vain; returns what the model is told about the fourth equal call. */
  private String fourthSearch() {
    for (int i = 0; i < 3; i++) {
      call("search", "q", "x", "no match for x");
    }
    return call("search", "q", "x", "");
  }

  /** Makes a call; returns what the model is told about it, empty if nothing. */
  private String call(String tool, String name, String value, String result) {
    ToolCall call = engine.identify(tool, Map.of(name, value));
    Decision decision = engine.judge("s", call);
    if (decision instanceof Decision.Found found && !found.action().runsCall()) {
      return Messages.hint(engine.report("s", call, found.decisive()));
    }
    Decision.Found found =
        decision.recorded() == null ? null : engine.outcome(decision.recorded(), result);
    return found == null ? "" : Messages.warning(engine.report("s", call, found.decisive()));
  }
}
