package io.loopsentinel.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import java.util.EnumSet;

/** Calls that go nowhere round are as they are without the agent, and so is what comes of them. */
class HealthyCallsIT {

  @OnEachJdk
  void areUntouchedWhereverTheAgentIs(Jdk jdk) {
    for (Guarded guarded : EnumSet.complementOf(EnumSet.of(Guarded.NOTHING))) {
      for (Route route : Route.values()) {
        // when
        Outcome outcome = guarded.outcome(jdk, route, Scenario.HEALTHY);

        // then
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
      // when
      Outcome outcome = Guarded.NOTHING.outcome(jdk, route, Scenario.REPEATING);

      // then
      assertThat(outcome.runs()).as("%s", route).isEqualTo(Scenario.CALLS);
      assertThat(outcome.replies()).noneMatch(Reply::isTold).noneMatch(Reply::hasFailed);
    }
  }
}
