package io.loopsentinel.agent.command.replay;

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
    List<Recording.ToolCall> calls =
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
            new Recording.ToolCall("one", "{}", "first", false),
            new Recording.ToolCall("two", "{}", "second", false));
  }

  @Test
  void leavesACallWithoutAnswerUnanswered() {
    assertThat(Read.calls(SEARCH))
        .containsExactly(new Recording.ToolCall("search", "{\"q\": 1}", null, false));
  }

  @Test
  void givesAnAnswerToTheLatestCallOfThatId() {
    String answer = "{\"role\": \"tool\", \"tool_call_id\": \"c1\", \"content\": \"%s\"}";

    List<Recording.ToolCall> calls =
        Read.calls(SEARCH, answer.formatted("first"), SEARCH, answer.formatted("second"));

    assertThat(calls).extracting(Recording.ToolCall::result).containsExactly("first", "second");
  }

  @Test
  void readsTheOlderFunctionCall() {
    List<Recording.ToolCall> calls =
        Read.calls(
            """
            {"role": "assistant", "function_call": {"name": "search", "arguments": "{}"}}
            """,
            "{\"role\": \"function\", \"name\": \"search\", \"content\": \"found\"}");

    assertThat(calls).containsExactly(new Recording.ToolCall("search", "{}", "found", false));
  }

  @Test
  void takesArgumentsAsAnObjectToo() {
    List<Recording.ToolCall> calls =
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
    List<Recording.ToolCall> calls =
        Read.calls(
            SEARCH,
            """
            {"role": "tool", "tool_call_id": "c1", "content": [
              {"type": "text", "text": "one"}, {"type": "image_url"}, "two"]}
            """);

    assertThat(calls).extracting(Recording.ToolCall::result).containsExactly("one\ntwo");
  }

  @Test
  void takesAStructuredResultAsItsJsonText() {
    List<Recording.ToolCall> calls =
        Read.calls(
            SEARCH,
            "{\"role\": \"tool\", \"tool_call_id\": \"c1\", \"content\": {\"found\": [1, \"é\"]}}");

    assertThat(calls)
        .extracting(Recording.ToolCall::result)
        .containsExactly("{\"found\":[1,\"é\"]}");
  }

  @Test
  void knowsAnAnswerThatIsMarkedAsAFailure() {
    List<Recording.ToolCall> calls =
        Read.calls(
            SEARCH,
            "{\"role\": \"tool\", \"tool_call_id\": \"c1\", \"content\": \"no\", \"is_error\":"
                + " true}");

    assertThat(calls).extracting(Recording.ToolCall::failed).containsExactly(true);
  }

  @Test
  void readsWhenAResponseCame() {
    Read read =
        Read.of(
            "[{\"role\": \"assistant\", \"time\": \"2026-11-22T09:31:12.5+01:00\"},"
                + "{\"role\": \"assistant\", \"created\": 1795336272},"
                + "{\"role\": \"assistant\", \"timestamp\": \"this morning\"},"
                + "{\"role\": \"assistant\"}]");

    assertThat(read.runs.get(0).responses())
        .extracting(Recording.Response::time)
        .containsExactly(
            Instant.parse("2026-11-22T08:31:12.5Z"),
            Instant.parse("2026-11-22T08:31:12Z"),
            null,
            null);
  }

  @Test
  void countsWhatTheModelReadAndWrote() {
    // given: 5 characters by the user, then 3 of text and 6 + 8 of a call, then 4 of its answer
    Read read =
        Read.of(
            "[{\"role\": \"user\", \"content\": \"12345\"},"
                + SEARCH.replace("null", "\"abc\"").replace("\n", "")
                + ", {\"role\": \"tool\", \"tool_call_id\": \"c1\", \"content\": \"1234\"},"
                + "{\"role\": \"assistant\", \"content\": \"done\"}]");

    // then
    List<Recording.Response> responses = read.runs.get(0).responses();
    assertThat(responses)
        .extracting(Recording.Response::charactersRead)
        .containsExactly(5L, 5 + 17 + 4L);
    assertThat(responses)
        .extracting(Recording.Response::charactersWritten)
        .containsExactly(17L, 4L);
  }
}
