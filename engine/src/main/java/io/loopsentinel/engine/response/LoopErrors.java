package io.loopsentinel.engine.response;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.ToolLoopErrorBuilder;
import io.loopsentinel.engine.finding.Finding;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Builds the errors that stop a call. Stateless. */
public final class LoopErrors {

  private static final List<String> OWN_FRAMES =
      List.of(
          "io.loopsentinel.agent.",
          "io.loopsentinel.targets.",
          "io.loopsentinel.engine.",
          "io.loopsentinel.hook.",
          "io.loopsentinel.ToolLoopErrorBuilder",
          "java.lang.LoopSentinelHook");

  private LoopErrors() {}

  /**
   * Builds the error for a call that is not run.
   *
   * @param terminated whether it ends the session
   * @param hintFailure why the hint's result could not be built; {@code null} if none was to be
   */
  public static ToolLoopError error(
      LoopReport report, boolean terminated, @Nullable String hintFailure) {
    Finding finding = report.finding();
    return trimmed(
        new ToolLoopErrorBuilder(
                terminated || report.detection().endsLadder()
                    ? ToolLoopError.Status.LOOP_DETECTED
                    : ToolLoopError.Status.CALL_ABORTED,
                Messages.error(report, terminated, hintFailure))
            .call(report.tool(), report.session())
            .loop(
                finding.detector(), finding.count(), finding.cycle(), report.fingerprint().toHex())
            .build());
  }

  /** Removes the agent's own frames from the top of the stack of an error; returns the error. */
  static ToolLoopError trimmed(ToolLoopError error) {
    error.setStackTrace(withoutAgentFrames(error.getStackTrace()));
    return error;
  }

  /**
   * Makes an error the last cause of the framework's own exception, or a suppressed exception if
   * the causes cannot be changed.
   *
   * <p>An exception that already carries such an error is left alone, because it is one object for
   * all calls and would grow with each.
   */
  public static void attach(Throwable error, Throwable exception) {
    if (ToolLoopError.findIn(exception).isPresent()) {
      return;
    }
    exception.setStackTrace(withoutAgentFrames(exception.getStackTrace()));
    try {
      lastCause(exception).initCause(error);
    } catch (IllegalStateException e) {
      exception.addSuppressed(error);
    }
  }

  private static Throwable lastCause(Throwable exception) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Throwable last = exception;
    for (Throwable next = last; next != null && seen.add(next); next = next.getCause()) {
      last = next;
    }
    return last;
  }

  /** Removes the frames of the agent, because readers look for the place in the application. */
  private static StackTraceElement[] withoutAgentFrames(StackTraceElement[] trace) {
    return Arrays.stream(trace)
        .dropWhile(frame -> OWN_FRAMES.stream().anyMatch(frame.getClassName()::startsWith))
        .toArray(StackTraceElement[]::new);
  }
}
