package io.loopsentinel.agent.command.replay.recording;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads conversations in the chat format of OpenAI, one run a line.
 *
 * <p>A line is an object with {@code messages}, or the array of messages alone. Beside them may
 * stand {@code id}, {@code source}, {@code success}, {@code model} and {@code usage}. The format is
 * told at https://platform.openai.com/docs/api-reference/chat.
 */
public final class ChatReader implements RecordingReader {

  @Override
  public void read(BufferedReader in, String source, RecordingSink sink) throws IOException {
    long number = 0;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      number++;
      String text = number == 1 && line.startsWith("\uFEFF") ? line.substring(1) : line;
      if (!text.isBlank()) {
        read(text, source, number, sink);
      }
    }
  }

  private static void read(String line, String source, long number, RecordingSink sink) {
    Recording run;
    try {
      run = recording(Json.read(line), source + ":" + number);
    } catch (MalformedRecordException e) {
      sink.broken(number, String.valueOf(e.getMessage()));
      return;
    }
    sink.run(run);
  }

  private static Recording recording(@Nullable Object line, String place)
      throws MalformedRecordException {
    JsonObject run = line instanceof List<?> ? null : JsonObject.of(line);
    Object messages = run == null ? line : run.first("messages");
    if (!(messages instanceof List<?> list)) {
      throw new MalformedRecordException("expected an object with a list \"messages\"");
    }
    String model = run == null ? null : run.text("model");
    ChatConversation conversation = new ChatConversation(model);
    int number = 0;
    for (Object message : list) {
      conversation.add(message, number++);
    }
    List<Response> responses = conversation.responses();
    if (run == null) {
      return new Recording(place, null, null, null, responses);
    }
    Object id = run.first("id", "run_id");
    return new Recording(
        id == null ? place : String.valueOf(id),
        run.text("source"),
        run.bool("success"),
        ChatUsage.of(run.object("usage")),
        responses);
  }
}
