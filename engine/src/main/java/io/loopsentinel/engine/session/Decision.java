package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.gate.ToolGate;
import io.loopsentinel.engine.settings.Action;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The engine's judgement of a call or a turn. */
public sealed interface Decision {

  /**
   * Returns the number of this decision in the order of all decisions of an engine. It is taken
   * under the lock of the session.
   */
  long sequence();

  /** Returns the handle for the call's outcome; {@code null} if the outcome is not needed. */
  @Nullable RecordedCall recorded();

  /** Returns the findings; {@code null} if there are none. */
  default @Nullable Found found() {
    return this instanceof Found found ? found : null;
  }

  /**
   * The call or turn goes on without findings.
   *
   * @param recorded the handle for the call's outcome; {@code null} if the outcome is not needed
   */
  record Pass(long sequence, @Nullable RecordedCall recorded) implements Decision {}

  /**
   * The call or turn continues a loop.
   *
   * @param detections the detections, strictest first; at least one
   * @param action the rung of the strictest, or {@link Action#OBSERVE} in that mode
   * @param recorded the handle for the call's outcome; {@code null} if the call does not run, has
   *     run, or was requested before in the same response
   * @param afterEnd whether the session was terminated before, by this finding
   * @param escalates whether, for the first time in the session, a loop continued after it was
   *     found, or its ladder or a budget ends the run; also in mode {@code observe}
   * @param answered the sequence number of the answer to a question about the call; 0 if none was
   *     asked
   */
  record Found(
      long sequence,
      List<Detection> detections,
      Action action,
      @Nullable RecordedCall recorded,
      boolean afterEnd,
      boolean escalates,
      long answered)
      implements Decision {

    public Found {
      if (detections.isEmpty()) {
        throw new IllegalArgumentException("nothing was found");
      }
      detections =
          detections.stream().sorted(Comparator.comparing(Detection::rung).reversed()).toList();
    }

    /** Returns the strictest detection. */
    public Detection decisive() {
      return detections.get(0);
    }

    /** Returns whether a person allowed a call that a gate, not a loop, had stopped. */
    public boolean isApproval() {
      return answered > 0 && action.runsCall() && !decisive().finding().isOfLoop();
    }

    /** Returns this decision about a call that a person refused. */
    public Found refused() {
      List<Detection> refused = detections.stream().map(ToolGate::refused).toList();
      return new Found(sequence, refused, action, recorded, afterEnd, escalates, answered);
    }

    /**
     * Returns this decision with another action instead of the strictest. No detection stays
     * stricter than the new action.
     *
     * @param allowed the handle for the call's outcome if it runs
     */
    public Found with(Action other, @Nullable RecordedCall allowed) {
      List<Detection> decided =
          detections.stream()
              .map(
                  each ->
                      other != action && (each.rung() == action || each.rung().compareTo(other) > 0)
                          ? each.with(other, each.next())
                          : each)
              .toList();
      return new Found(sequence, decided, other, allowed, afterEnd, escalates, answered);
    }

    Found numbered(long number, long answer) {
      return new Found(number, detections, action, recorded, afterEnd, escalates, answer);
    }
  }

  /** Returns the strictest rung of detections. */
  static Action strictest(List<Detection> detections) {
    Action strictest = Action.OBSERVE;
    for (Detection detection : detections) {
      strictest = detection.rung().compareTo(strictest) > 0 ? detection.rung() : strictest;
    }
    return strictest;
  }
}
