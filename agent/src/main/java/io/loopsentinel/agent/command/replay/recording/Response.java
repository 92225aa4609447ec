package io.loopsentinel.agent.command.replay.recording;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One response of the model.
 *
 * @param text what it said, empty where it only called tools
 * @param calls the tools it called, in order
 * @param charactersRead length of the conversation up to here, which the model had to read
 * @param charactersWritten length of the text and of the calls
 * @param usage the tokens of this response, if the file says so
 * @param model which model it was, if the file says so
 */
public record Response(
    String text,
    List<RecordedToolCall> calls,
    long charactersRead,
    long charactersWritten,
    @Nullable Usage usage,
    @Nullable String model) {

  public Response {
    calls = List.copyOf(calls);
  }
}
