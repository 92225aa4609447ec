package io.loopsentinel.tools.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The formats of a line with a run. */
class ChatReaderTest {

  private static final String NO_MESSAGES = "\"messages\": []";

  @Test
  void readsMembersBesideTheMessages() {
    Read read =
        Read.of(
            "{\"id\": \"a\", \"source\": \"s\", \"success\": true,"
                + " \"usage\": {\"prompt_tokens\": 30, \"completion_tokens\": 4}, "
                + NO_MESSAGES
                + "}");

    Recording run = read.runs.get(0);
    assertThat(run.id()).isEqualTo("a");
    assertThat(run.source()).isEqualTo("s");
    assertThat(run.success()).isTrue();
    assertThat(run.tokensEstimated()).isFalse();
  }

  @Test
  void namesARunWithoutAnIdByItsPlace() {
    Read read = Read.of("", "{" + NO_MESSAGES + "}");

    assertThat(read.runs).singleElement().extracting(Recording::id).isEqualTo("runs.jsonl:2");
  }

  @Test
  void takesNumbersForIdAndSuccess() {
    Read read =
        Read.of(
            "{\"id\": 7, \"success\": 1.0, " + NO_MESSAGES + "}",
            "{\"id\": 8, \"success\": 0.5, " + NO_MESSAGES + "}",
            "{\"id\": 9, \"success\": null, " + NO_MESSAGES + "}");

    assertThat(read.runs).extracting(Recording::id).containsExactly("7", "8", "9");
    assertThat(read.runs).extracting(Recording::success).containsExactly(true, false, null);
  }

  @Test
  void readsAnArrayOfMessagesAlone() {
    Read read = Read.of("[{\"role\": \"assistant\", \"content\": \"hello\"}]");

    assertThat(read.responses())
        .extracting(response -> response.turn().text())
        .containsExactly("hello");
  }

  @Test
  void readsATextAsLongAsAFile() {
    String text = "x".repeat(20_000_001);

    Read read = Read.of("[{\"role\": \"assistant\", \"content\": \"" + text + "\"}]");

    assertThat(read.broken).isEmpty();
    assertThat(read.responses().get(0).turn().text()).hasSize(text.length());
  }

  @Test
  void readsUsageInTheNamesOfSeveralProviders() {
    String message = "\"messages\": [{\"role\": \"assistant\", \"content\": \"12345678\"}]}";

    Read read =
        Read.of(
            "{\"usage\": {\"prompt_tokens\": 30, \"completion_tokens\": 4}, " + message,
            "{\"usage\": {\"input_tokens\": 5, \"output_tokens\": 6}, " + message,
            "{\"usage\": {\"total_tokens\": 11}, " + message,
            "{\"usage\": {\"cost_usd\": 0.1}, " + message);

    assertThat(read.runs)
        .extracting(Recording::tokensEstimated)
        .containsExactly(false, false, false, true);
    assertThat(read.runs)
        .extracting(run -> ((Recording.TurnStep) run.steps().get(0)).turn().outputTokens())
        .containsExactly(4L, 6L, 0L, 2L);
  }

  @Test
  void skipsAndExplainsInvalidLine() {
    Read read =
        Read.of(
            "{\"id\": \"first\", " + NO_MESSAGES + "}",
            "{\"id\": \"cut off",
            "{\"id\": \"no messages\"}",
            "{" + NO_MESSAGES + "} {}",
            "[{\"content\": \"by nobody\"}]",
            "[{\"role\": \"assistant\", \"tool_calls\": [{\"id\": \"c\"}]}]",
            "{\"id\": \"last\", " + NO_MESSAGES + "}");

    assertThat(read.runs).extracting(Recording::id).containsExactly("first", "last");
    assertThat(read.broken)
        .containsExactly(
            "2: not JSON at column 16: Unexpected end-of-input: was expecting closing quote for a"
                + " string value",
            "3: expected an object with a list \"messages\"",
            "4: unexpected content after the JSON value, at column 18; expected one run per line",
            "5: message 0: expected an object with a text \"role\"",
            "6: message 0: expected a tool call with a text \"name\"");
  }

  @Test
  void skipsAByteOrderMark() {
    assertThat(Read.of("\uFEFF{" + NO_MESSAGES + "}").broken).isEmpty();
  }
}
