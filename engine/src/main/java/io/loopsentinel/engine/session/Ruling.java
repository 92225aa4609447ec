package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.settings.Action;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the engine says about a call or a turn. */
public sealed interface Ruling {

  /** Returns what to report the call's outcome with; {@code null} where that does not matter. */
  @Nullable RecordedCall recorded();

  /**
   * The call runs and nothing is said about it.
   *
   * @param recorded to report its outcome with; {@code null} where that does not matter
   */
  record Pass(@Nullable RecordedCall recorded) implements Ruling {

    /** The call runs, and its outcome does not matter. */
    public static final Pass UNRECORDED = new Pass(null);
  }

  /**
   * The call or turn continues a loop.
   *
   * @param detections what was found, the strictest first; at least one
   * @param action what is done: the rung of the strictest, or {@link Action#OBSERVE} in that mode
   * @param recorded to report the call's outcome with; {@code null} where it does not run, has run,
   *     or the model asked for it before in one response
   * @param afterEnd whether the session had ended before, and this is what ended it
   * @param escalates whether this is the first time in the session that a loop went on after it was
   *     found, or its ladder or a budget ends the run; true in mode {@code observe}, too
   */
  record Found(
      List<Detection> detections,
      Action action,
      @Nullable RecordedCall recorded,
      boolean afterEnd,
      boolean escalates)
      implements Ruling {

    public Found {
      if (detections.isEmpty()) {
        throw new IllegalArgumentException("nothing was found");
      }
      detections =
          detections.stream().sorted(Comparator.comparing(Detection::rung).reversed()).toList();
    }

    /** Returns the one whose action wins. */
    public Detection decisive() {
      return detections.get(0);
    }

    /**
     * Returns the same with another action in the place of the strictest; nothing of it is
     * stricter.
     *
     * @param allowed to report the call's outcome with, where it runs
     */
    public Found with(Action other, @Nullable RecordedCall allowed) {
      List<Detection> decided =
          detections.stream()
              .map(
                  each ->
                      each.rung() == action || each.rung().compareTo(other) > 0
                          ? each.with(other, each.next())
                          : each)
              .toList();
      return new Found(decided, other, allowed, afterEnd, escalates);
    }
  }

  /** Returns the strictest of the actions that the ladders say. */
  static Action strictest(List<Detection> detections) {
    return detections.stream()
        .map(Detection::rung)
        .max(Comparator.naturalOrder())
        .orElse(Action.OBSERVE);
  }
}
