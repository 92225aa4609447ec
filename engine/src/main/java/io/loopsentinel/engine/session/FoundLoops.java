package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.BoundedMap;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.detect.Detector;
import io.loopsentinel.engine.detect.Finding;
import io.loopsentinel.engine.detect.SessionHistory.Responses;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.settings.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The loops that were found in a session: how often each, what waits for the next call of a tool,
 * and what has ended the session. Not thread-safe: its session guards it.
 */
final class FoundLoops {

  /** Loops that are remembered; the one longest not found starts again at its first rung. */
  private static final int MOST_LOOPS = 32;

  /** Detections that wait; tools that are never called again leave theirs behind. */
  private static final int MOST_WAITING = 32;

  /** Most sessions have none, and need no map for them. */
  private Map<Finding.Loop, Occurrences> loops = Map.of();

  private final List<Waiting> waiting = new ArrayList<>(0);
  private Ruling.@Nullable Found terminatedBy;
  private boolean escalated;

  /** How often a loop was found, and in which response of the model the last time. */
  private record Occurrences(int count, int response) {}

  /** What stops the next call of a tool. */
  record Waiting(String tool, Detector detector, Detection detection) {

    boolean isFor(String called) {
      return detector.stopsAnyTool() || tool.equals(called);
    }
  }

  /**
   * Counts a finding. Those of one response of the model are one: it could not read of the first
   * before it made the second.
   *
   * @return how often the loop has been found by now
   */
  int count(Finding.Loop loop, int response) {
    if (loops.isEmpty()) {
      loops = new BoundedMap<>(MOST_LOOPS);
    }
    Occurrences before = loops.getOrDefault(loop, new Occurrences(0, Responses.UNKNOWN));
    boolean isTold =
        before.count() > 0 && response != Responses.UNKNOWN && before.response() == response;
    int count = before.count() + (isTold ? 0 : 1);
    loops.put(loop, new Occurrences(count, response));
    return count;
  }

  int occurrences(Finding.Loop loop) {
    return loops.getOrDefault(loop, new Occurrences(0, Responses.UNKNOWN)).count();
  }

  /** Keeps a detection for a tool's next call, instead of an earlier one of the same detector. */
  void keepFor(String tool, Detector detector, Detection detection) {
    waiting.removeIf(each -> each.tool().equals(tool) && each.detector().equals(detector));
    if (waiting.size() == MOST_WAITING) {
      waiting.remove(0);
    }
    waiting.add(new Waiting(tool, detector, detection));
  }

  /** Drops the detections that wait for a tool's next call and that an outcome refutes. */
  void dropRefuted(String tool, Outcome outcome) {
    waiting.removeIf(
        each ->
            each.tool().equals(tool)
                && each.detector().isRefuted(each.detection().finding(), outcome));
  }

  /** Returns the detections that waited for a call of a tool, which are done with then. */
  List<Waiting> takeFor(String tool) {
    List<Waiting> taken = waiting.stream().filter(each -> each.isFor(tool)).toList();
    waiting.removeAll(taken);
    return taken;
  }

  /** Returns whether detections escalate a loop, and are the first in the session that do. */
  boolean escalate(List<Detection> detections) {
    boolean first = !escalated && detections.stream().anyMatch(Detection::escalates);
    escalated |= first;
    return first;
  }

  Ruling.@Nullable Found terminatedBy() {
    return terminatedBy;
  }

  void goOn() {
    terminatedBy = null;
  }

  void terminate(Ruling.Found ruling) {
    terminatedBy = new Ruling.Found(ruling.detections(), Action.TERMINATE, null, true, false);
  }
}
