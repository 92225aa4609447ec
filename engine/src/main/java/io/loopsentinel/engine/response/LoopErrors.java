package io.loopsentinel.engine.response;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.engine.detect.Finding;
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
          "io.loopsentinel.engine.",
          "io.loopsentinel.hook.",
          "java.lang.LoopSentinelHook");

  private LoopErrors() {}

  /**
   * Builds the error for a call that is not run.
   *
   * @param terminated whether its session is ended with it
   * @param unbuilt why the result could not be built that was to be a hint; absent: none was to be
   */
  public static ToolLoopError error(
      LoopReport report, boolean terminated, @Nullable String unbuilt) {
    Finding finding = report.finding();
    ToolLoopError error =
        new ToolLoopError(
            terminated || report.detection().endsLadder()
                ? ToolLoopError.Status.LOOP_DETECTED
                : ToolLoopError.Status.CALL_ABORTED,
            Messages.error(report, terminated, unbuilt),
            report.tool(),
            finding.count(),
            report.session(),
            finding.detector(),
            finding.cycle(),
            report.fingerprint().toHex());
    error.setStackTrace(withoutAgentFrames(error.getStackTrace()));
    return error;
  }

  /**
   * Makes an error the cause of the framework's own exception, behind the causes that it has; where
   * those cannot be changed, it becomes a suppressed one.
   *
   * <p>An exception that carries such an error is left alone: it is one object for all calls, and
   * would grow with each.
   */
  public static void attach(Throwable error, Throwable exception) {
    if (ToolLoopError.findIn(exception).isPresent()) {
      return;
    }
    exception.setStackTrace(withoutAgentFrames(exception.getStackTrace()));
    try {
      lastCause(exception).initCause(error);
    } catch (IllegalStateException fixed) {
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

  /** The reader looks for the place in the application, so the trace begins there. */
  private static StackTraceElement[] withoutAgentFrames(StackTraceElement[] trace) {
    return Arrays.stream(trace)
        .dropWhile(frame -> OWN_FRAMES.stream().anyMatch(frame.getClassName()::startsWith))
        .toArray(StackTraceElement[]::new);
  }
}
