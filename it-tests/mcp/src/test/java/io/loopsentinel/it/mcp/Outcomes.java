package io.loopsentinel.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** What comes of a scenario on several routes. */
final class Outcomes {

  private Outcomes() {}

  /**
   * Asserts that equal calls came back with their results, and from the fourth on with a warning,
   * as where a session may be that of several conversations.
   */
  static void assertWarnedFromTheFourthOn(Outcome outcome) {
    List<Reply> replies = outcome.replies();
    String answer = replies.get(0).texts().get(0);
    assertThat(replies.subList(0, 3))
        .as("%s", outcome.route())
        .extracting(Reply::texts)
        .containsOnly(List.of(answer));
    assertThat(replies.subList(3, Scenario.CALLS))
        .as("%s", outcome.route())
        .allMatch(Reply::isTold)
        .allMatch(reply -> reply.texts().get(0).equals(answer));
    assertThat(replies.get(3).texts().get(1))
        .contains("search has already run 3 times")
        .doesNotContain("This call was not run");
    assertThat(replies).noneMatch(Reply::isError).noneMatch(Reply::hasFailed);
    assertThat(outcome.runs()).as("%s", outcome.route()).isEqualTo(Scenario.CALLS);
  }

  /** Asserts that all calls made at once ran. */
  static void assertAllRanAtOnce(Outcome outcome) {
    assertThat(outcome.runs()).as("%s", outcome.route()).isEqualTo(Scenario.AT_ONCE);
    assertThat(outcome.replies()).noneMatch(Reply::hasFailed).noneMatch(Reply::isError);
  }

  /** Asserts that three equal calls each of two clients ran. */
  static void assertNotMixed(Outcome outcome) {
    assertThat(outcome.runs()).as("%s", outcome.route()).isEqualTo(6);
    assertThat(outcome.replies()).hasSize(6).noneMatch(Reply::isTold).noneMatch(Reply::hasFailed);
  }

  /** Asserts that a tool that has thrown five times is not called again. */
  static void assertHintedAfterFiveFailures(Outcome outcome) {
    List<Reply> replies = outcome.replies();
    assertThat(replies.subList(0, 5)).as("%s", outcome.route()).allMatch(Reply::hasFailed);
    assertThat(replies.get(5).texts())
        .singleElement()
        .asString()
        .contains("search has failed 5 times running", "The shelf has fallen");
  }
}
