package io.loopsentinel.agent.telemetry;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Words failures without their messages, which may quote arguments and results. */
final class FailureText {

  private static final String OWN = "io.loopsentinel.";
  private static final int MOST_CAUSES = 8;
  private static final int MOST_FRAMES = 60;

  private FailureText() {}

  /** Returns what happened, where and with what consequence, in one line. */
  static String line(Throwable failure) {
    if (failure instanceof StackOverflowError) {
      return "the stack of a thread is nearly full, calls there go on unguarded";
    }
    if (!(failure instanceof LocatedFailure located)) {
      return "internal error, the application goes on unguarded here: " + name(failure);
    }
    String explanation = located.explanation();
    Throwable cause = located.getCause();
    return located.place()
        + ": "
        + (explanation != null ? explanation : "failed with " + name(cause))
        + "; "
        + located.consequence();
  }

  /** Returns the classes and frames of a failure and its causes, a line each. */
  static List<String> trace(Throwable failure) {
    List<String> lines = new ArrayList<>();
    @Nullable Throwable each = failure instanceof LocatedFailure ? failure.getCause() : failure;
    for (int depth = 0; each != null && depth < MOST_CAUSES; depth++) {
      lines.add((depth == 0 ? "" : "caused by ") + each.getClass().getName());
      StackTraceElement[] frames = each.getStackTrace();
      for (int i = 0; i < Math.min(frames.length, MOST_FRAMES); i++) {
        lines.add("    at " + frames[i]);
      }
      if (frames.length > MOST_FRAMES) {
        lines.add("    and " + (frames.length - MOST_FRAMES) + " more");
      }
      each = each.getCause();
    }
    return lines;
  }

  private static String name(@Nullable Throwable failure) {
    if (failure == null) {
      return "an unknown error";
    }
    for (StackTraceElement frame : failure.getStackTrace()) {
      if (frame.getClassName().startsWith(OWN)) {
        return failure.getClass().getName() + " at " + frame;
      }
    }
    return failure.getClass().getName();
  }
}
