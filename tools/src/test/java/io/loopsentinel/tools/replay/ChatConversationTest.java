package io.loopsentinel.tools.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How messages become responses with answered calls. */
class ChatConversationTest {

  private static final String SEARCH =
      """
      {"role": "assistant", "content": null, "tool_calls": [
        {"id": "c1", "type": "function", "function": {"name": "search", "arguments": "{\\"q\\": 1}"}}]}
      """;

  @Test
  void givesEachCallTheAnswerThatNamesIt() {
    List<Read.ToolCall> calls =
        Read.calls(
            """
            {"role": "assistant", "tool_calls": [
              {"id": "a", "function": {"name": "one", "arguments": "{}"}},
              {"id": "b", "function": {"name": "two", "arguments": "{}"}}]}
            """,
            "{\"role\": \"tool\", \"tool_call_id\": \"b\", \"content\": \"second\"}",
            "{\"role\": \"tool\", \"tool_call_id\": \"a\", \"content\": \"first\"}");

    assertThat(calls)
        .containsExactly(
            new Read.ToolCall("one", "{}", "first", false),
            new Read.ToolCall("two", "{}", "second", false));
  }

  @Test
  void beginsASessionWithAQuestionAfterAnAnswer() {
    assertThat(questions("Your balance is 120 EUR.")).isEqualTo(1);
  }

  @Test
  void continuesTheSessionIfTheModelAskedTheUser() {
    assertThat(questions("For which account?")).isZero();
    assertThat(questions("Please name the account.")).isZero();
  }

  private static long questions(String answer) {
    String assistant = "{\"role\": \"assistant\", \"content\": \"%s\"}";
    String user = "{\"role\": \"user\", \"content\": \"And now?\"}";
    String messages =
        String.join(",", user, assistant.formatted(answer), user, assistant.formatted("Bye."));
    return Read.of("{\"messages\": [" + messages + "]}").runs.get(0).steps().stream()
        .filter(Recording.QuestionStep.class::isInstance)
        .count();
  }

  @Test
  void leavesACallWithoutAnswerUnanswered() {
    assertThat(Read.calls(SEARCH))
        .containsExactly(new Read.ToolCall("search", "{\"q\": 1}", null, false));
  }

  @Test
  void givesAnAnswerToTheLatestCallOfThatId() {
    String answer = "{\"role\": \"tool\", \"tool_call_id\": \"c1\", \"content\": \"%s\"}";

    List<Read.ToolCall> calls =
        Read.calls(SEARCH, answer.formatted("first"), SEARCH, answer.formatted("second"));

    assertThat(calls).extracting(Read.ToolCall::result).containsExactly("first", "second");
  }

  @Test
  void readsCallsAndAnswersInTheContentOfMessages() {
    List<Read.ToolCall> calls =
        Read.calls(
            """
            {"role": "assistant", "content": [
              {"type": "text", "text": "I look."},
              {"type": "tool_use", "id": "a", "name": "search", "input": {"q": 1}},
              {"type": "tool_use", "id": "b", "name": "open", "input": {}}]}
            """,
            """
            {"role": "user", "content": [
              {"type": "tool_result", "tool_use_id": "b", "is_error": true, "content": "no file"},
              {"type": "tool_result", "tool_use_id": "a", "content": [
                {"type": "text", "text": "one"}, {"type": "text", "text": "two"}]}]}
            """);

    assertThat(calls)
        .containsExactly(
            new Read.ToolCall("search", Map.of("q", 1), "one\ntwo", false),
            new Read.ToolCall("open", Map.of(), "no file", true));
  }

  @Test
  void readsTheOlderFunctionCall() {
    List<Read.ToolCall> calls =
        Read.calls(
            """
            {"role": "assistant", "function_call": {"name": "search", "arguments": "{}"}}
            """,
            "{\"role\": \"function\", \"name\": \"search\", \"content\": \"found\"}");

    assertThat(calls).containsExactly(new Read.ToolCall("search", "{}", "found", false));
  }

  @Test
  void takesArgumentsAsAnObjectToo() {
    List<Read.ToolCall> calls =
        Read.calls(
            """
            {"role": "assistant", "tool_calls": [
              {"id": "a", "name": "search", "args": {"q": [1, 2.5, true, null, "x"]}}]}
            """);

    assertThat(calls.get(0).arguments())
        .asString()
        .isEqualTo(Map.of("q", Arrays.asList(1, 2.5, true, null, "x")).toString());
  }

  @Test
  void joinsThePartsOfAContent() {
    List<Read.ToolCall> calls =
        Read.calls(
            SEARCH,
            """
            {"role": "tool", "tool_call_id": "c1", "content": [
              {"type": "text", "text": "one"}, {"type": "image_url"}, "two"]}
            """);

    assertThat(calls).extracting(Read.ToolCall::result).containsExactly("one\ntwo");
  }

  @Test
  void takesAStructuredResultAsItsJsonText() {
    List<Read.ToolCall> calls =
        Read.calls(
            SEARCH,
            "{\"role\": \"tool\", \"tool_call_id\": \"c1\", \"content\": {\"found\": [1, \"é\"]}}");

    assertThat(calls).extracting(Read.ToolCall::result).containsExactly("{\"found\":[1,\"é\"]}");
  }

  @Test
  void knowsAnAnswerThatIsMarkedAsAFailure() {
    List<Read.ToolCall> calls =
        Read.calls(
            SEARCH,
            "{\"role\": \"tool\", \"tool_call_id\": \"c1\", \"content\": \"no\", \"is_error\":"
                + " true}");

    assertThat(calls).extracting(Read.ToolCall::failed).containsExactly(true);
  }

  @Test
  void readsWhenAResponseCame() {
    Read read =
        Read.of(
            "[{\"role\": \"assistant\", \"time\": \"2026-11-22T09:31:12.5+01:00\"},"
                + "{\"role\": \"assistant\", \"created\": 1795336272},"
                + "{\"role\": \"assistant\", \"timestamp\": \"this morning\"},"
                + "{\"role\": \"assistant\"}]");

    assertThat(read.responses())
        .extracting(Recording.TurnStep::time)
        .containsExactly(
            Instant.parse("2026-11-22T08:31:12.5Z"),
            Instant.parse("2026-11-22T08:31:12Z"),
            null,
            null);
  }

  @Test
  void countsInputAndOutputTokens() {
    // given: 20 characters by the user, then 2 of text and 6 + 8 of a call, then 4 of its answer
    Read read =
        Read.of(
            "[{\"role\": \"user\", \"content\": \"12345678901234567890\"},"
                + SEARCH.replace("null", "\"ab\"").replace("\n", "")
                + ", {\"role\": \"tool\", \"tool_call_id\": \"c1\", \"content\": \"1234\"},"
                + "{\"role\": \"assistant\", \"content\": \"done\"}]");

    // then: four characters are a token
    assertThat(read.responses())
        .extracting(response -> response.turn().inputTokens())
        .containsExactly(5L, 5 + 4 + 1L);
    assertThat(read.responses())
        .extracting(response -> response.turn().outputTokens())
        .containsExactly(4L, 1L);
  }
}
