package io.loopsentinel.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A server with nothing configured. It does not know how many conversations a client has: what goes
 * round is found and told, and every call is made.
 */
class ServerIT {

  private static final Set<Route> OVER_HTTP = EnumSet.of(Route.HTTP, Route.HTTP_LATER);

  private static final Set<Route> ROUTES =
      EnumSet.of(Route.STDIO_IN_RUN, Route.HTTP, Route.HTTP_LATER);

  @OnEachJdk
  void addsAWarningToEachResultFromTheFourthEqualCallOn(Jdk jdk) {
    for (Route route : ROUTES) {
      Outcomes.assertWarnedFromTheFourthOn(Guarded.SERVER.outcome(jdk, route, Scenario.REPEATING));
    }
  }

  @OnEachJdk
  void addsAWarningToAnErrorThatComesAgainAndAgain(Jdk jdk) {
    for (Route route : ROUTES) {
      List<Reply> replies = Guarded.SERVER.outcome(jdk, route, Scenario.CLOSED).replies();

      assertThat(replies)
          .as("%s", route)
          .allMatch(Reply::isError)
          .allMatch(reply -> reply.texts().get(0).equals("The catalogue is closed"));
      assertThat(replies)
          .extracting(Reply::isTold)
          .containsExactly(false, false, true, false, true, false, true);
    }
  }

  @OnEachJdk
  void passesOnTheFailuresOfAToolThatThrows(Jdk jdk) {
    for (Route route : ROUTES) {
      assertThat(Guarded.SERVER.outcome(jdk, route, Scenario.THROWING))
          .isEqualTo(Guarded.NOTHING.outcome(jdk, route, Scenario.THROWING));
    }
  }

  @OnEachJdk
  void runsAllOfEightEqualCallsAtOnce(Jdk jdk) {
    for (Route route : OVER_HTTP) {
      Outcomes.assertAllRanAtOnce(Guarded.SERVER.outcome(jdk, route, Scenario.PARALLEL));
    }
  }

  @OnEachJdk
  void doesNotMixItsClients(Jdk jdk) {
    for (Route route : OVER_HTTP) {
      Outcomes.assertNotMixed(Guarded.SERVER.outcome(jdk, route, Scenario.SHARING));
    }
  }

  @OnEachJdk
  void leavesAServerWithoutSessionsAlone(Jdk jdk) {
    for (Scenario scenario : Scenario.values()) {
      assertThat(Guarded.SERVER.outcome(jdk, Route.STATELESS, scenario))
          .isEqualTo(Guarded.NOTHING.outcome(jdk, Route.STATELESS, scenario));
    }
  }
}
