package io.loopsentinel.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A server that is told, as {@code docs/frameworks.md} shows it, that each client is one
 * conversation.
 */
@FullMatrix
class ServerOfOneConversationIT {

  private static final int INTERNAL_ERROR = -32603;
  private static final int UNKNOWN_TOOL = -32602;

  private static final Set<Route> OVER_HTTP = EnumSet.of(Route.HTTP, Route.HTTP_LATER);

  private static final Set<Route> ROUTES =
      EnumSet.of(Route.STDIO_IN_RUN, Route.HTTP, Route.HTTP_LATER);

  @OnEachJdk
  void answersTheFourthEqualCallWithAHint(Jdk jdk) {
    for (Route route : ROUTES) {
      Outcome outcome = Guarded.SERVER_OF_ONE.outcome(jdk, route, Scenario.REPEATING);

      assertThat(outcome.runs()).as("%s", route).isEqualTo(3);
      assertThat(outcome.replies().subList(0, 3))
          .noneMatch(Reply::isTold)
          .noneMatch(Reply::isError);
      assertThat(outcome.replies().subList(3, 5)).allMatch(Reply::isTold).allMatch(Reply::isError);
    }
  }

  @OnEachJdk
  void answersAnAbortWithAnErrorAndGoesOn(Jdk jdk) {
    for (Route route : ROUTES) {
      Outcome outcome = Guarded.SERVER_OF_ONE.outcome(jdk, route, Scenario.REPEATING);

      assertThat(outcome.replies().subList(5, Scenario.CALLS))
          .as("%s", route)
          .flatExtracting(Reply::failures)
          .hasSize(2)
          .allSatisfy(
              failure -> {
                assertThat(failure.codes()).containsExactly(INTERNAL_ERROR);
                assertThat(failure.message()).startsWith("loop-detected");
              });
      assertThat(outcome.after())
          .isEqualTo(Guarded.NOTHING.outcome(jdk, route, Scenario.REPEATING).after());
    }
  }

  @OnEachJdk
  void answersTheFourthEqualCallOfAToolThatDoesNotExistWithAHint(Jdk jdk) {
    for (Route route : ROUTES) {
      List<Reply> replies = Guarded.SERVER_OF_ONE.outcome(jdk, route, Scenario.UNKNOWN).replies();

      assertThat(replies.subList(0, 3))
          .as("%s", route)
          .flatExtracting(Reply::failures)
          .flatExtracting(Reply.Failure::codes)
          .containsExactly(UNKNOWN_TOOL, UNKNOWN_TOOL, UNKNOWN_TOOL);
      assertThat(replies.get(3).texts()).singleElement().asString().contains("loop-detected: find");
    }
  }

  @OnEachJdk
  void runsExactlyThreeOfEightEqualCallsAtOnce(Jdk jdk) {
    for (Route route : OVER_HTTP) {
      Outcome outcome = Guarded.SERVER_OF_ONE.outcome(jdk, route, Scenario.PARALLEL);

      assertThat(outcome.runs()).as("%s", route).isEqualTo(3);
      assertThat(outcome.replies()).filteredOn(Reply::isTold).hasSize(2);
      assertThat(outcome.replies()).filteredOn(Reply::hasFailed).hasSize(3);
    }
  }

  @OnEachJdk
  void doesNotMixItsClients(Jdk jdk) {
    for (Route route : OVER_HTTP) {
      Outcomes.assertNotMixed(Guarded.SERVER_OF_ONE.outcome(jdk, route, Scenario.SHARING));
    }
  }

  @OnEachJdk
  void answersWithAHintAfterFiveFailuresOfATool(Jdk jdk) {
    for (Route route : ROUTES) {
      Outcomes.assertHintedAfterFiveFailures(
          Guarded.SERVER_OF_ONE.outcome(jdk, route, Scenario.THROWING));
    }
  }
}
