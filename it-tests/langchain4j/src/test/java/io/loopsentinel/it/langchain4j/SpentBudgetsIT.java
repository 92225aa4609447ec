package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdks;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.scenario.SpentBudgets;
import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three users ask two assistants twelve questions each, until a budget for the day is spent. */
@FullMatrix
class SpentBudgetsIT {

  private static final Duration LIMIT = Duration.ofMinutes(2);

  @TempDir private File folder;

  @Test
  void refuseTheRequestsOfTheUserWhoHasSpentTheirs() {
    SpentBudgets.Played played = assertHeld("user", Set.copyOf(SpentBudgets.USERS));

    assertThat(played.answers()).containsOnlyKeys(SpentBudgets.USERS);
  }

  @Test
  void refuseTheRequestsOfTheAgentThatHasSpentItsOwn() {
    assertHeld("agent", Set.copyOf(SpentBudgets.AGENTS));
  }

  @Test
  void refuseAllRequestsWhereItIsForAll() {
    assertHeld("global", Set.of(""));
  }

  @Test
  void refuseTheStreamedRequestsOfTheUserWhoHasSpentTheirs() {
    SpentBudgets.Played played =
        assertHeld("user", Set.copyOf(SpentBudgets.USERS), List.of("streamed"));

    assertThat(played.answers()).containsOnlyKeys(SpentBudgets.USERS);
  }

  @Test
  void sayOnceThatTheyCountNothing() {
    String config =
        SpentBudgets.config(folder, "tenant")
            .replace("{scripted:", "{\"other-*\":")
            .replace(
                "warn_at: none}", "warn_at: none}\n    - {name: all, per: global, cost_usd: 1}");

    ProgramResult result = run(config, List.of());

    assertThat(result.standardError())
        .containsOnlyOnce("summary: budgets.daily: no target sets the label tenant")
        .containsOnlyOnce("Z budgets.daily: no target sets the label tenant, so it counts nothing")
        .containsOnlyOnce("Z budget.prices: no price matches the model \"scripted\"")
        .containsOnlyOnce("summary: budget.prices: no price matches the model \"scripted\"");
  }

  private SpentBudgets.Played assertHeld(String per, Set<String> holders) {
    return assertHeld(per, holders, List.of());
  }

  private SpentBudgets.Played assertHeld(String per, Set<String> holders, List<String> arguments) {
    ProgramResult result = run(SpentBudgets.config(folder, per), arguments);
    SpentBudgets.Played played = result.jsonLines(SpentBudgets.Played.class).get(0);

    SpentBudgets.assertHeld(played, folder, per, holders);
    assertThat(result.standardError())
        .contains("requests to the model refused by spent budgets: daily");
    return played;
  }

  private ProgramResult run(String config, List<String> arguments) {
    return JavaProgram.ofMain(SpentBudgetsProgram.class)
        .on(Jdks.running())
        .classPath(Version.NEWEST.classPath(true))
        .jvmOptions("-Dslf4j.internal.verbosity=ERROR")
        .arguments(arguments.toArray(String[]::new))
        .agentConfig(folder, config)
        .run(LIMIT)
        .successful();
  }
}
