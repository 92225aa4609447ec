package io.loopsentinel.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** What a model reads where a session may be that of several conversations. */
final class Warnings {

  private Warnings() {}

  /**
   * Asserts that equal calls came back with their results, and from the fourth on with a warning.
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
  }
}
