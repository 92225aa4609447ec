package io.loopsentinel.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A client that is used outside of any run, for whom and for what nobody knows: what goes round is
 * found and told, and every call is made.
 */
class ClientOutsideOfRunsIT {

  private static final Set<Route> ROUTES = EnumSet.of(Route.HTTP, Route.HTTP_LATER);

  @OnEachJdk
  void readsAWarningWithEachResultFromTheFourthEqualCallOn(Jdk jdk) {
    for (Route route : ROUTES) {
      Outcomes.assertWarnedFromTheFourthOn(Guarded.CLIENT.outcome(jdk, route, Scenario.REPEATING));
    }
  }

  @OnEachJdk
  void readsAWarningBesideAPicture(Jdk jdk) {
    for (Route route : ROUTES) {
      List<Reply> replies = Guarded.CLIENT.outcome(jdk, route, Scenario.PICTURES).replies();

      assertThat(replies).as("%s", route).extracting(Reply::others).containsOnly(1);
      assertThat(replies.subList(0, 3)).flatExtracting(Reply::texts).isEmpty();
      assertThat(replies.subList(3, Scenario.CALLS)).allMatch(Reply::isTold);
    }
    assertThat(Guarded.CLIENT.result(jdk).agentLines())
        .noneMatch(line -> line.contains("compared as a whole"));
  }

  @OnEachJdk
  void makesAllOfEightEqualCallsAtOnce(Jdk jdk) {
    for (Route route : ROUTES) {
      Outcomes.assertAllRanAtOnce(Guarded.CLIENT.outcome(jdk, route, Scenario.PARALLEL));
    }
  }

  @OnEachJdk
  void isNotMixedWithAnotherClient(Jdk jdk) {
    for (Route route : ROUTES) {
      Outcomes.assertNotMixed(Guarded.CLIENT.outcome(jdk, route, Scenario.SHARING));
    }
  }
}
