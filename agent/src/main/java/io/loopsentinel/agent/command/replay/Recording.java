package io.loopsentinel.agent.command.replay;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One recorded run of an agent.
 *
 * @param id its name; where the file has none, the file's name and the line
 * @param responses what the model said; none where it comes from an audit log
 * @param audited the run as an audit log has it; {@code null} where it comes from a conversation
 */
record Recording(
    String id,
    @Nullable String source,
    @Nullable Boolean success,
    @Nullable Usage usage,
    List<Response> responses,
    @Nullable AuditedSession audited) {

  /** Tokens read and written, as the model's provider counted them. */
  record Usage(long input, long output) {

    long total() {
      return input + output;
    }
  }

  /**
   * One response of the model.
   *
   * @param text empty where it only called tools
   * @param charactersRead length of the conversation up to here, which the model had to read
   * @param charactersWritten length of the text and of the calls
   */
  record Response(
      String text,
      List<ToolCall> calls,
      long charactersRead,
      long charactersWritten,
      @Nullable Usage usage,
      @Nullable String model,
      @Nullable Instant time) {}

  /**
   * A tool call and what came of it.
   *
   * @param arguments a JSON text, or a tree of maps, lists and scalars
   * @param result {@code null} where no answer is recorded
   */
  record ToolCall(
      String tool, @Nullable Object arguments, @Nullable String result, boolean failed) {}
}
