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
 * The latest calls of the latest sessions, and the latest findings, by the names that events and
 * the audit log have for their values; for the live page. Bounded in number, thread-safe; holds
 * names and hashes, and arguments where events do.
 */
public final class RecentActivity implements EventSink {

  static final int MOST_SESSIONS = 30;
  static final int MOST_CALLS = 60;
  static final int MOST_FINDINGS = 50;

  private static final int MOST_POINTS = 1_000;
  private static final int CALLS_BEFORE_FINDING = 13;

  /** What is shown of a call; the hashes of its words are nobody's business. */
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
        bound(points, MOST_POINTS);
        finding.put("calls", latestCalls(event.session()));
        findings.add(finding);
        bound(findings, MOST_FINDINGS);
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
      bound(calls, MOST_CALLS);
      if (callsBySession.size() > MOST_SESSIONS) {
        callsBySession.remove(callsBySession.keySet().iterator().next());
      }
    }
    changed();
  }

  /** Returns the findings, the latest first, each with the calls of its session before it. */
  synchronized List<Map<String, Object>> findings() {
    List<Map<String, Object>> latest = new ArrayList<>(findings);
    Collections.reverse(latest);
    return latest;
  }

  /** Returns the time, detector and tool of the findings before, too, the latest last. */
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

  /** Tells those who wait that there is something new. */
  synchronized void changed() {
    changes++;
    notifyAll();
  }

  /** Waits for something new, and returns the number of changes so far. */
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
