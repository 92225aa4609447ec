package io.loopsentinel.engine.session;

import io.loopsentinel.engine.bounded.BoundedMap;
import io.loopsentinel.engine.call.Responses;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.detect.Detector;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.settings.Action;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The loops found in a session: the number of findings of each, the detections that wait for the
 * next call of a tool, and the decision that terminated the session. Not thread-safe; guarded by
 * its session.
 */
final class FoundLoops {

  /** Maximum number of loops. The least recently found one restarts at its first rung. */
  private static final int MAX_LOOPS = 32;

  /** Maximum number of waiting detections. Tools that are never called again leave theirs. */
  private static final int MAX_WAITING = 32;

  /** Immutable and empty until the first finding: most sessions have none. */
  private Map<Finding.Loop, Occurrences> loops = Map.of();

  private final List<Waiting> waiting = new ArrayList<>(0);
  private Decision.@Nullable Found latest;
  private Decision.@Nullable Found terminatedBy;
  private boolean escalated;

  /** The number of findings of a loop, and the response of the latest one. */
  private record Occurrences(int count, int response) {}

  /** A detection that stops the next call of a tool. */
  record Waiting(String tool, Detector detector, Detection detection) {}

  FoundLoops() {}

  /** Creates a copy of the counts and the waiting detections. */
  FoundLoops(FoundLoops other) {
    if (!other.loops.isEmpty()) {
      loops = new BoundedMap<>(MAX_LOOPS);
      loops.putAll(other.loops);
    }
    waiting.addAll(other.waiting);
  }

  /**
   * Restores the counts and the waiting detections, because calls of a batch do not run.
   *
   * @param before a copy from before the batch
   * @param kept the detections of the call that is stopped, which stay counted
   */
  void restore(FoundLoops before, List<Detection> kept) {
    List<Finding.Loop> stopped = kept.stream().map(each -> each.finding().loop()).toList();
    Map<Finding.Loop, Occurrences> restored = new BoundedMap<>(MAX_LOOPS);
    restored.putAll(before.loops);
    for (Finding.Loop loop : stopped) {
      Occurrences counted = loops.get(loop);
      if (counted != null) {
        restored.put(loop, counted);
      }
    }
    loops = restored;
    waiting.clear();
    before.waiting.stream()
        .filter(each -> !stopped.contains(each.detection().finding().loop()))
        .forEach(waiting::add);
  }

  /**
   * Counts a finding. Several findings in one response count once, because the model could not read
   * about the first before it requested the second.
   */
  int count(Finding.Loop loop, int response) {
    if (loops.isEmpty()) {
      loops = new BoundedMap<>(MAX_LOOPS);
    }
    Occurrences before = loops.getOrDefault(loop, new Occurrences(0, Responses.UNKNOWN));
    boolean isCounted =
        before.count() > 0 && response != Responses.UNKNOWN && before.response() == response;
    int count = before.count() + (isCounted ? 0 : 1);
    loops.put(loop, new Occurrences(count, response));
    return count;
  }

  int occurrences(Finding.Loop loop) {
    return loops.getOrDefault(loop, new Occurrences(0, Responses.UNKNOWN)).count();
  }

  /** Keeps a detection for a tool's next call. It replaces an earlier one of the same detector. */
  void keepFor(String tool, Detector detector, Detection detection) {
    waiting.removeIf(each -> each.tool().equals(tool) && each.detector().equals(detector));
    if (waiting.size() == MAX_WAITING) {
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

  /** Removes and returns the detections that wait for a call of a tool. */
  List<Waiting> takeFor(String tool) {
    if (waiting.isEmpty()) {
      return List.of();
    }
    List<Waiting> taken = waiting.stream().filter(each -> each.tool().equals(tool)).toList();
    waiting.removeAll(taken);
    return taken;
  }

  /** Records detections; returns whether they are the first in the session to escalate a loop. */
  boolean escalate(List<Detection> detections) {
    boolean first = !escalated && detections.stream().anyMatch(Detection::escalates);
    escalated |= first;
    return first;
  }

  void keep(Decision.Found decision) {
    latest = decision;
  }

  /** Returns the latest decision with findings; {@code null} if there is none. */
  Decision.@Nullable Found latest() {
    return latest;
  }

  Decision.@Nullable Found terminatedBy() {
    return terminatedBy;
  }

  void reopen() {
    terminatedBy = null;
  }

  /** Writes the state that outlasts the recorded calls: the termination, and counts of loops. */
  void writeLasting(DataOutput out) throws IOException {
    // A termination by a budget follows from the use of the budget.
    out.writeBoolean(terminatedBy != null && !isOfBudget(terminatedBy));
    out.writeBoolean(escalated);
    out.writeShort(loops.size());
    for (Map.Entry<Finding.Loop, Occurrences> each : loops.entrySet()) {
      out.writeUTF(each.getKey().detector());
      each.getKey().subject().write(out);
      out.writeInt(each.getValue().count());
    }
  }

  /**
   * Replaces the lasting state with the one that {@link #writeLasting} wrote.
   *
   * @param end the decision that terminated the session, as far as known here
   */
  void readLasting(DataInput in, Decision.@Nullable Found end) throws IOException {
    boolean isEnded = in.readBoolean();
    terminatedBy = isEnded && end == null ? OperatorEnd.earlier() : end;
    if (!isEnded && end != null && !isOfBudget(end)) {
      terminatedBy = null;
    }
    escalated = in.readBoolean();
    loops = new BoundedMap<>(MAX_LOOPS);
    for (int count = in.readShort(); count > 0; count--) {
      Finding.Loop loop = new Finding.Loop(in.readUTF(), Fingerprint.read(in));
      loops.put(loop, new Occurrences(in.readInt(), Responses.UNKNOWN));
    }
  }

  private static boolean isOfBudget(Decision.Found decision) {
    return decision.decisive().finding().isOfBudget();
  }

  void terminate(Decision.Found decision) {
    terminatedBy =
        new Decision.Found(
            decision.sequence(), decision.detections(), Action.TERMINATE, null, true, false, 0);
  }
}
