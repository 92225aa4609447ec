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
 * The latest calls of the latest sessions, and the latest findings, for the live page, with the
 * member names of events and the audit log. Bounded in number and thread-safe; holds names and
 * hashes, and arguments only if events have them.
 */
public final class RecentActivity implements EventSink {

  static final int MAX_SESSIONS = 30;
  static final int MAX_CALLS = 60;
  static final int MAX_FINDINGS = 50;

  private static final int MAX_POINTS = 1_000;
  private static final int CALLS_BEFORE_FINDING = 13;

  /** The members of a call that are shown, without the hashes of its words. */
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
        bound(points, MAX_POINTS);
        finding.put("calls", latestCalls(event.session()));
        findings.add(finding);
        bound(findings, MAX_FINDINGS);
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
    changed();
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
      bound(calls, MAX_CALLS);
      if (callsBySession.size() > MAX_SESSIONS) {
        callsBySession.remove(callsBySession.keySet().iterator().next());
      }
    }
    changed();
  }

  /** Returns the findings, latest first, each with the preceding calls of its session. */
  synchronized List<Map<String, Object>> findings() {
    List<Map<String, Object>> latest = new ArrayList<>(findings);
    Collections.reverse(latest);
    return latest;
  }

  /** Returns time, detector and tool of older findings too, latest last. */
  synchronized List<Map<String, Object>> points() {
    return List.copyOf(points);
  }

  /**
   * Returns the sessions with their calls as they ended, the session of the latest call first.
   *
   * @param known whether each session that is remembered has ended
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

  /** Wakes the waiting threads. */
  synchronized void changed() {
    changes++;
    notifyAll();
  }

  /** Waits for a change, and returns the number of changes so far. */
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
    return calls.subList(Math.max(0, calls.size() - CALLS_BEFORE_FINDING), calls.size());
  }

  private static void bound(Deque<?> latest, int most) {
    if (latest.size() > most) {
      latest.remove();
    }
  }
}
