package io.loopsentinel.agent.command.replay.recording;

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

  /** Creates a run that comes from a conversation. */
  public Recording(
      String id,
      @Nullable String source,
      @Nullable Boolean success,
      @Nullable Usage usage,
      List<Response> responses) {
    this(id, source, success, usage, responses, null);
  }

  public Recording {
    responses = List.copyOf(responses);
  }

  /** Returns how many tools were called. */
  public int calls() {
    return responses.stream().mapToInt(response -> response.calls().size()).sum();
  }
}
