package io.loopsentinel.engine.response;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.ToolLoopErrorBuilder;
import java.util.List;

/**
 * The contents of a {@link ToolLoopError} that is thrown later. An error itself is not kept: its
 * stack refers to classes of the application. The components are those of the error.
 */
public record LoopErrorDetails(
    ToolLoopError.Status status,
    String message,
    String tool,
    int count,
    String session,
    String detector,
    List<String> cycle,
    String fingerprint) {

  public LoopErrorDetails {
    cycle = List.copyOf(cycle);
  }

  public static LoopErrorDetails of(ToolLoopError error) {
    return new LoopErrorDetails(
        error.status(),
        String.valueOf(error.getMessage()),
        error.tool(),
        error.count(),
        error.session(),
        error.detector(),
        error.cycle(),
        error.fingerprint());
  }

  /** Returns the contents of the error for a call that is not run. */
  public static LoopErrorDetails of(LoopReport report, boolean terminated) {
    return of(LoopErrors.error(report, terminated, null));
  }

  /** Returns an error with these contents, whose stack is that of the caller. */
  public ToolLoopError toError() {
    return LoopErrors.trimmed(
        new ToolLoopErrorBuilder(status, message)
            .call(tool, session)
            .loop(detector, count, cycle, fingerprint)
            .build());
  }
}
