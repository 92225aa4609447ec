package io.loopsentinel.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.Matrix;
import io.loopsentinel.it.harness.OnEachJdk;
import java.util.EnumSet;
import java.util.Set;

/** Calls that go nowhere round are as they are without the agent, and so is what comes of them. */
class HealthyCallsIT {

  /** Those whose programs other tests need, too; and one more with the full matrix. */
  private static final Set<Guarded> AGENTS =
      Matrix.isFull()
          ? EnumSet.of(Guarded.CLIENT, Guarded.SERVER, Guarded.SERVER_OF_ONE)
          : EnumSet.of(Guarded.CLIENT, Guarded.SERVER);

  @OnEachJdk
  void areUntouchedWhereverTheAgentIs(Jdk jdk) {
    for (Guarded guarded : AGENTS) {
      for (Route route : Route.values()) {
        Outcome outcome = guarded.outcome(jdk, route, Scenario.HEALTHY);

        assertThat(outcome)
            .as("%s guarded", guarded)
            .isEqualTo(Guarded.NOTHING.outcome(jdk, route, Scenario.HEALTHY));
        assertThat(outcome.runs()).isEqualTo(3);
      }
    }
  }

  @OnEachJdk
  void goRoundWithoutTheAgent(Jdk jdk) {
    for (Route route : Route.values()) {
      Outcome outcome = Guarded.NOTHING.outcome(jdk, route, Scenario.REPEATING);

      assertThat(outcome.runs()).as("%s", route).isEqualTo(Scenario.CALLS);
      assertThat(outcome.replies()).noneMatch(Reply::isTold).noneMatch(Reply::hasFailed);
    }
  }
}
