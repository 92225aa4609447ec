package io.loopsentinel.engine.work;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** One cause is met through ever other calls, with successes in between. */
class StaleFailuresTest {

  private static final String NO_MODULE =
      "ModuleNotFoundError: No module named 'torch._C' in the active interpreter";

  private static final String[] WRAPPERS = {
    "python3 train.py",
    "bash run.sh --fast",
    "make train",
    "pytest tests",
    "uv run main.py",
    "conda run train"
  };

  private final Conversation run = new Conversation();

  @Test
  void areWarnedAboutWhateverProgramMeetsThem() {
    for (int i = 0; i < WRAPPERS.length; i++) {
      shell(WRAPPERS[i], "Running step " + i + "\n" + NO_MODULE);
      shell("cat notes" + i + ".txt", "Note " + i + ": the sky over town " + i + " is blue");
    }

    run.verdict().warnedAtMost().foundTimes(1).foundBetween(10, 10);
  }

  @Test
  void areNoFindingIfEachFailureSaysSomethingNew() {
    String[] assertions = {
      "AssertionError: expected the late orders of Anna to be listed",
      "AssertionError: the total of the invoice differs from its lines",
      "AssertionError: no mail was sent after the second reminder",
      "AssertionError: a closed account must refuse payments",
      "AssertionError: currencies are mixed within one statement",
      "AssertionError: rounding of half cents goes upwards"
    };
    for (int i = 0; i < assertions.length; i++) {
      shell("sed -i s/a/" + i + "/ src/part" + i + ".py", "");
      shell(WRAPPERS[i], assertions[i]);
    }

    run.verdict().silent();
  }

  @Test
  void areForgottenIfNearlyTheSameCallSucceeds() {
    for (int i = 0; i < WRAPPERS.length; i++) {
      shell(WRAPPERS[i], NO_MODULE);
      shell(WRAPPERS[i], "step " + i + " of the training is done, loss 0." + i);
    }

    run.verdict().silent();
  }

  private void shell(String command, String result) {
    run.turn().call("bash", Map.of("command", command)).returns(result);
  }
}
