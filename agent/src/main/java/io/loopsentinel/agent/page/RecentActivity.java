package io.loopsentinel.agent.page;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.event.EventSink;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The latest calls of the latest sessions, and the latest findings, for the live page. The values
 * have their names in events and the audit log: names, hashes, and arguments if events have them.
 * Bounded in number and thread-safe.
 */
public final class RecentActivity implements EventSink {

  static final int MAX_SESSIONS = 30;
  static final int MAX_CALLS = 60;
  static final int MAX_FINDINGS = 50;

  private static final int MAX_POINTS = 1_000;
  private static final int MAX_CALLS_BEFORE_FINDING = 13;

  /** The values of a call that the page shows. The hashes of its words stay private. */
  private static final Set<String> SHOWN =
      Set.of(
          "time",
          "began",
          "ended",
          "tool",
          "fingerprint",
          "labels",
          "decision",
          "done",
          "outcome",
          "dispatched");

  private final Map<String, Deque<Map<String, Object>>> callsBySession =
      new LinkedHashMap<>(16, 0.75f, true);
  private final Deque<Map<String, Object>> findings = new ArrayDeque<>();
  private final Deque<Map<String, Object>> points = new ArrayDeque<>();
  private long changes;

  @Override
  public String name() {
    return "telemetry.page";
  }

  @Override
  public boolean isImmediate() {
    return true;
  }

  @Override
  public boolean takesTraces() {
    return true;
  }

  @Override
  public synchronized void accept(LoopEvent event) {
    switch (event.type()) {
      case LOOP_DETECTED, TURN_WARNED, BUDGET_EXCEEDED -> {
        Map<String, Object> finding = event.toMap();
        points.add(
            Map.of(
                "time",
                finding.get("time"),
                "detector",
                finding.get("detector"),
                "tool",
                finding.getOrDefault("tool", "")));
        trim(points, MAX_POINTS);
        finding.put("calls", latestCalls(event.session()));
        findings.add(finding);
        trim(findings, MAX_FINDINGS);
      }
      case TOOL_RESULT -> {
        Map<String, Object> last = findings.peekLast();
        if (last != null
            && event.message() != null
            && Objects.equals(last.get("session"), event.session())) {
          Map<String, Object> answered = new LinkedHashMap<>(last);
          answered.put("message", event.message());
          findings.removeLast();
          findings.add(answered);
        }
      }
      case SESSION_RESET -> callsBySession.remove(event.session());
      default -> {}
    }
    notifyChange();
  }

  @Override
  public synchronized void trace(Map<String, Object> values) {
    if ("call".equals(values.get("type"))) {
      Map<String, Object> call = new LinkedHashMap<>(values);
      call.keySet().retainAll(SHOWN);
      String session = String.valueOf(values.get("session"));
      Deque<Map<String, Object>> calls =
          callsBySession.computeIfAbsent(session, key -> new ArrayDeque<>());
      calls.add(call);
      trim(calls, MAX_CALLS);
      if (callsBySession.size() > MAX_SESSIONS) {
        callsBySession.remove(callsBySession.keySet().iterator().next());
      }
    }
    notifyChange();
  }

  /** Returns the findings, latest first, each with the preceding calls of its session. */
  synchronized List<Map<String, Object>> findings() {
    List<Map<String, Object>> latest = new ArrayList<>(findings);
    Collections.reverse(latest);
    return latest;
  }

  /** Returns the time, detector and tool of more findings, the latest last. */
  synchronized List<Map<String, Object>> points() {
    return List.copyOf(points);
  }

  /**
   * Returns the sessions with their calls in the order in which they ended, the session with the
   * latest call first.
   *
   * @param known the live sessions, and whether each is terminated
   */
  synchronized List<Map<String, Object>> sessions(Map<String, Boolean> known) {
    List<Map<String, Object>> sessions = new ArrayList<>();
    callsBySession.forEach(
        (name, calls) ->
            sessions.add(
                Map.of(
                    "name", name,
                    "known", known.containsKey(name),
                    "ended", known.getOrDefault(name, false),
                    "calls", List.copyOf(calls))));
    Collections.reverse(sessions);
    return sessions;
  }

  /** Wakes the threads that wait for a change. */
  synchronized void notifyChange() {
    changes++;
    notifyAll();
  }

  /** Waits for a change, up to a limit, and returns the number of changes so far. */
  synchronized long awaitChange(long seen, Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    for (long left = limit.toNanos(); changes == seen && left > 0; left = end - System.nanoTime()) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return changes;
  }

  private List<Map<String, Object>> latestCalls(@Nullable String session) {
    List<Map<String, Object>> calls =
        List.copyOf(callsBySession.getOrDefault(session, new ArrayDeque<>()));
    return calls.subList(Math.max(0, calls.size() - MAX_CALLS_BEFORE_FINDING), calls.size());
  }

  private static void trim(Deque<?> latest, int max) {
    if (latest.size() > max) {
      latest.remove();
    }
  }
}
