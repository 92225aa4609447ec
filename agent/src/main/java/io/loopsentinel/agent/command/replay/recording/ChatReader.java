package io.loopsentinel.agent.command.replay.recording;

import com.fasterxml.jackson.databind.JsonNode;
import io.loopsentinel.agent.command.replay.recording.Recording.Usage;
import org.jspecify.annotations.Nullable;

/**
 * Reads conversations in the chat format of OpenAI, one run a line.
 *
 * <p>A line is an object with {@code messages}, or the array of messages alone. Beside them may
 * stand {@code id}, {@code source}, {@code success}, {@code model} and {@code usage}. The format is
 * told at https://platform.openai.com/docs/api-reference/chat.
 */
final class ChatReader implements LineReader {

  private final String source;
  private final RecordingSink sink;

  ChatReader(String source, RecordingSink sink) {
    this.source = source;
    this.sink = sink;
  }

  @Override
  public void line(String line, long number) throws MalformedRecordException {
    if (!line.isBlank()) {
      sink.run(recording(Json.read(line), source + ":" + number));
    }
  }

  @Override
  public void end(long lines) {
    // Each line is a run of its own.
  }

  private static Recording recording(JsonNode run, String place) throws MalformedRecordException {
    JsonNode messages = run.isArray() ? run : run.path("messages");
    if (!messages.isArray()) {
      throw new MalformedRecordException("expected an object with a list \"messages\"");
    }
    ChatConversation conversation = new ChatConversation(run.path("model").textValue());
    int number = 0;
    for (JsonNode message : messages) {
      conversation.add(message, number++);
    }
    return new Recording(
        Json.first(run, "id", "run_id").asText(place),
        run.path("source").textValue(),
        Json.flag(run.path("success")),
        usage(run.path("usage")),
        conversation.responses(),
        null);
  }

  /** Reads the object {@code usage} of a run or a message, in the names of several providers. */
  static @Nullable Usage usage(JsonNode usage) {
    long input = Json.first(usage, "prompt_tokens", "input_tokens").asLong(-1);
    long output = Json.first(usage, "completion_tokens", "output_tokens").asLong(-1);
    if (input < 0 && output < 0) {
      long total = usage.path("total_tokens").asLong(-1);
      return total < 0 ? null : new Usage(total, 0);
    }
    return new Usage(Math.max(0, input), Math.max(0, output));
  }
}
