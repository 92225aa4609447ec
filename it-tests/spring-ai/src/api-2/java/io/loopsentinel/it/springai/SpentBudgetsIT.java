package io.loopsentinel.it.springai;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdks;
import io.loopsentinel.it.scenario.SpentBudgets;
import java.io.File;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three users ask twelve questions each, until a budget for the day is spent. */
@FullMatrix
class SpentBudgetsIT {

  private static final Duration LIMIT = Duration.ofMinutes(2);

  @TempDir private File folder;

  @Test
  void refuseTheRequestsOfTheUserWhoHasSpentTheirs() {
    assertHeld("user", Set.copyOf(SpentBudgets.USERS), "called");
  }

  @Test
  void refuseAllRequestsWhereItIsForAll() {
    assertHeld("global", Set.of(""), "called");
  }

  @Test
  void refuseTheRequestsOfUsersWhoseQuestionsNeedNoTool() {
    assertHeld("user", Set.copyOf(SpentBudgets.USERS), "without tools");
  }

  @Test
  void refuseTheRequestsOfUsersWhoseAnswersAreStreamed() {
    assertHeld("user", Set.copyOf(SpentBudgets.USERS), "streamed");
  }

  @Test
  void refuseTheRequestsOfUsersWhoseStreamsNeedNoTool() {
    assertHeld("user", Set.copyOf(SpentBudgets.USERS), "streamed without tools");
  }

  @Test
  void countAResponseOnceThatPassesSeveralModels() {
    assertHeld("user", Set.copyOf(SpentBudgets.USERS), "passed on");
  }

  @Test
  void countAStreamOnceThatPassesSeveralModels() {
    assertHeld("user", Set.copyOf(SpentBudgets.USERS), "passed on streamed");
  }

  private void assertHeld(String per, Set<String> holders, String manner) {
    SpentBudgets.Played played =
        JavaProgram.ofMain(SpentBudgetsProgram.class)
            .on(Jdks.running())
            .arguments(manner)
            .agentConfig(folder, SpentBudgets.config(folder, per))
            .run(LIMIT)
            .successful()
            .jsonLines(SpentBudgets.Played.class)
            .get(0);

    SpentBudgets.assertHeld(played, folder, per, holders);
  }
}
