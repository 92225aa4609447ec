package io.loopsentinel.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A client whose call is made in a run: nothing is configured but which method is one. */
@FullMatrix
class RunOfAClientIT {

  private static final Set<Route> OVER_HTTP =
      EnumSet.of(Route.HTTP_IN_RUN, Route.HTTP_LATER_IN_RUN);

  private static final Set<Route> ROUTES =
      EnumSet.of(Route.STDIO_IN_RUN, Route.HTTP_IN_RUN, Route.HTTP_LATER_IN_RUN);

  @OnEachJdk
  void getsAHintInThePlaceOfTheFourthEqualCall(Jdk jdk) {
    for (Route route : ROUTES) {
      Outcome outcome = Guarded.CLIENT.outcome(jdk, route, Scenario.REPEATING);

      assertThat(outcome.runs()).as("%s", route).isEqualTo(3);
      assertThat(outcome.replies().subList(0, 3))
          .noneMatch(Reply::isTold)
          .noneMatch(Reply::isError)
          .noneMatch(Reply::isMarked);
      assertThat(outcome.replies().subList(3, 5))
          .allMatch(Reply::isTold)
          .allMatch(Reply::isError)
          .allMatch(Reply::isMarked);
      assertThat(outcome.replies().get(3).texts())
          .singleElement()
          .asString()
          .contains("search has already run 3 times", "This call was not run");
    }
  }

  @OnEachJdk
  void isAbortedWithTheBareErrorAfterTwoHints(Jdk jdk) {
    for (Route route : ROUTES) {
      List<Reply> replies =
          Guarded.CLIENT.outcome(jdk, route, Scenario.REPEATING).replies().subList(5, 7);

      assertThat(replies)
          .as("%s", route)
          .flatExtracting(Reply::failures)
          .hasSize(2)
          .allSatisfy(
              failure -> {
                assertThat(failure.classes()).containsExactly(ToolLoopError.class.getName());
                assertThat(failure.loops())
                    .containsExactly(
                        new Reply.Loop(
                            ToolLoopError.Status.LOOP_DETECTED, Library.SEARCH, 3, "repeat"));
              });
    }
  }

  @OnEachJdk
  void makesExactlyThreeOfEightEqualCallsAtOnce(Jdk jdk) {
    for (Route route : OVER_HTTP) {
      Outcome outcome = Guarded.CLIENT.outcome(jdk, route, Scenario.PARALLEL);

      assertThat(outcome.runs()).as("%s", route).isEqualTo(3);
      assertThat(outcome.replies())
          .filteredOn(reply -> !reply.isTold() && !reply.hasFailed())
          .hasSize(3);
      assertThat(outcome.replies()).filteredOn(Reply::isTold).hasSize(2);
      assertThat(outcome.replies()).filteredOn(Reply::hasFailed).hasSize(3);
    }
  }

  @OnEachJdk
  void isNotMixedWithAnotherRunOfTheSameClient(Jdk jdk) {
    for (Route route : OVER_HTTP) {
      Outcomes.assertNotMixed(Guarded.CLIENT.outcome(jdk, route, Scenario.SHARING));
    }
  }

  @OnEachJdk
  void isToldOfAnErrorThatComesAgainAndAgain(Jdk jdk) {
    for (Route route : ROUTES) {
      List<Reply> replies = Guarded.CLIENT.outcome(jdk, route, Scenario.CLOSED).replies();

      assertThat(replies.get(2).texts())
          .as("%s", route)
          .hasSize(2)
          .startsWith("The catalogue is closed")
          .last()
          .asString()
          .startsWith("loop-detected: search has failed 3 times running");
      assertThat(replies.get(5).texts())
          .singleElement()
          .asString()
          .contains("search has failed 5 times running", "This call was not run");
      assertThat(replies).allMatch(Reply::isError);
    }
  }

  @OnEachJdk
  void isToldOfAToolThatThrowsAgainAndAgain(Jdk jdk) {
    for (Route route : ROUTES) {
      Outcomes.assertHintedAfterFiveFailures(Guarded.CLIENT.outcome(jdk, route, Scenario.THROWING));
    }
  }
}
