package io.loopsentinel.agent.command.replay.recording;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One recorded run of an agent.
 *
 * @param id its name; where the file has none, the file's name and the line
 * @param source where it comes from, if the file says so
 * @param success whether it solved its task, if the file says so
 * @param usage the tokens of the whole run, if the file says so
 * @param responses what the model said, in order; none where it comes from an audit log
 * @param audited the run as an audit log has it; {@code null} where it comes from a conversation
 */
public record Recording(
    String id,
    @Nullable String source,
    @Nullable Boolean success,
    @Nullable Usage usage,
    List<Response> responses,
    @Nullable AuditedSession audited) {

  public Recording {
    responses = List.copyOf(responses);
  }

  /**
   * Tokens as the model's provider counted them.
   *
   * @param input tokens read, at least 0
   * @param output tokens written, at least 0
   */
  public record Usage(long input, long output) {

    /** Returns the tokens read and written. */
    public long total() {
      return input + output;
    }
  }

  /**
   * One response of the model.
   *
   * @param text what it said, empty where it only called tools
   * @param calls the tools it called, in order
   * @param charactersRead length of the conversation up to here, which the model had to read
   * @param charactersWritten length of the text and of the calls
   * @param usage the tokens of this response, if the file says so
   * @param model which model it was, if the file says so
   * @param time when it came, if the file says so
   */
  public record Response(
      String text,
      List<ToolCall> calls,
      long charactersRead,
      long charactersWritten,
      @Nullable Usage usage,
      @Nullable String model,
      @Nullable Instant time) {

    public Response {
      calls = List.copyOf(calls);
    }
  }

  /**
   * A tool call and what came of it.
   *
   * @param tool the tool's name
   * @param arguments a JSON text, or a tree of maps, lists and scalars; {@code null} if there are
   *     none
   * @param result what the tool answered; {@code null} where no answer is recorded
   * @param failed whether the answer is marked as a failure
   */
  public record ToolCall(
      String tool, @Nullable Object arguments, @Nullable String result, boolean failed) {}
}
