package io.loopsentinel.tools.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The simulation of reuse on a recorded run. */
class ReuseTrialTest {

  @TempDir Path folder;
  private Path runs = Path.of("runs");

  @BeforeEach
  void record() throws IOException {
    StringBuilder messages = new StringBuilder("{\"role\": \"user\", \"content\": \"go\"}");
    add(messages, "get_order", "paid");
    add(messages, "get_order", "paid");
    add(messages, "update_order", "done");
    add(messages, "get_order", "shipped");
    add(messages, "get_order", "shipped");
    add(messages, "list_orders", "Error: unknown");
    runs = folder.resolve("runs.jsonl");
    Files.writeString(runs, "{\"id\": \"r\", \"messages\": [" + messages + "]}\n");
  }

  private static void add(StringBuilder messages, String tool, String result) {
    String id = "call" + messages.length();
    messages.append(
        """
        , {"role": "assistant", "tool_calls": [{"id": "%1$s", "type": "function", "function":
          {"name": "%2$s", "arguments": "{\\"id\\": 7}"}}]},
        {"role": "tool", "tool_call_id": "%1$s", "content": "%3$s"}"""
            .formatted(id, tool, result)
            .replace("\n", " "));
  }

  private String replay(String reuse) throws IOException {
    Path config = folder.resolve("config.yaml");
    Files.writeString(config, "sentinel: {overrides: {'get_*': {reuse: {%s}}}}\n".formatted(reuse));
    Invocation replay = Invocation.of("--config", config.toString(), runs.toString());
    assertThat(replay.err()).isEmpty();
    return replay.out().substring(replay.out().indexOf("\nreuse"));
  }

  @Test
  void countsCallsThatWouldNotHaveRun() throws IOException {
    assertThat(replay("invalidated_by: ['update_*']"))
        .containsPattern("get_order +4 +2 +50.% +0\n");
  }

  @Test
  void countsResultsThatWouldHaveBeenStale() throws IOException {
    assertThat(replay("")).contains("get_order").endsWith("2\n");
  }

  @Test
  void writesTheFiguresAsJson() throws IOException {
    Path config = folder.resolve("config.yaml");
    Files.writeString(config, "sentinel: {overrides: {'get_*': {reuse: {}}}}\n");

    Invocation replay =
        Invocation.of("--config", config.toString(), "--json", "-", runs.toString());

    assertThat(replay.out().replaceAll("\\s", ""))
        .endsWith("\"reuse\":{\"get_order\":{\"calls\":4,\"reused\":3,\"stale\":2}}}");
  }
}
