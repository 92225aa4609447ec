package io.loopsentinel.agent.page;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.event.EventSink;
import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.management.SentinelMXBean.SessionStatus;
import java.time.Duration;
import java.time.Instant;
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
import java.util.function.ToDoubleFunction;
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
  private static final int MAX_ANSWERED = 10;
  private static final int MAX_MINUTES = 60;
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
          "duration_ms",
          "decision",
          "done",
          "outcome",
          "dispatched");

  private final ToDoubleFunction<ModelTurn> prices;
  private final Map<String, Session> sessions = new LinkedHashMap<>(16, 0.75f, true);
  private final Deque<Map<String, Object>> findings = new ArrayDeque<>();
  private final Deque<Map<String, Object>> points = new ArrayDeque<>();
  private final Deque<Map<String, Object>> answered = new ArrayDeque<>();
  private final Deque<long[]> minutes = new ArrayDeque<>();
  private long changes;

  /** The latest calls of a session, and what it has used since this saw it first. */
  private static final class Session {

    private final Deque<Map<String, Object>> latest = new ArrayDeque<>();
    private final String first;
    private String last;
    private long calls;
    private long tokens;
    private double usd;

    Session(String time) {
      first = time;
      last = time;
    }
  }

  /**
   * Creates an instance that has seen nothing.
   *
   * @param prices returns the cost of a turn in US dollars; 0 if its model has no price
   */
  public RecentActivity(ToDoubleFunction<ModelTurn> prices) {
    this.prices = prices;
  }

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
      case CALL_ANSWERED -> {
        answered.add(event.toMap());
        trim(answered, MAX_ANSWERED);
      }
      case SESSION_RESET -> sessions.remove(event.session());
      default -> {}
    }
    notifyChange();
  }

  @Override
  public synchronized void trace(Map<String, Object> values) {
    String type = String.valueOf(values.get("type"));
    if (type.equals("call") || type.equals("turn")) {
      String time = String.valueOf(values.get("time"));
      Session session =
          sessions.computeIfAbsent(
              String.valueOf(values.get("session")), name -> new Session(time));
      session.last = time;
      if (type.equals("call")) {
        addCall(session, values);
      } else {
        addTurn(session, values);
      }
      if (sessions.size() > MAX_SESSIONS) {
        sessions.remove(sessions.keySet().iterator().next());
      }
    }
    notifyChange();
  }

  private void addCall(Session session, Map<String, Object> values) {
    Map<String, Object> call = new LinkedHashMap<>(values);
    call.keySet().retainAll(SHOWN);
    session.calls++;
    session.latest.add(call);
    trim(session.latest, MAX_CALLS);
    long minute = Instant.parse(session.last).getEpochSecond() / 60;
    if (minutes.isEmpty() || minutes.getLast()[0] < minute) {
      minutes.add(new long[] {minute, 0, 0});
      trim(minutes, MAX_MINUTES);
    }
    minutes.getLast()[1]++;
    if (!call.containsKey("ended") && !call.containsKey("dispatched")) {
      minutes.getLast()[2]++;
    }
  }

  private void addTurn(Session session, Map<String, Object> values) {
    String model = values.get("model") instanceof String name ? name : null;
    ModelTurn turn =
        new ModelTurn(
            null,
            number(values, "input_tokens"),
            number(values, "cached_tokens"),
            number(values, "output_tokens"),
            model,
            Attribution.NONE);
    session.tokens += turn.inputTokens() + turn.outputTokens();
    session.usd += prices.applyAsDouble(turn);
  }

  private static long number(Map<String, Object> values, String name) {
    return values.get(name) instanceof Number number ? number.longValue() : 0;
  }

  /** Returns the findings, latest first, each with the preceding calls of its session. */
  synchronized List<Map<String, Object>> findings() {
    return latestFirst(findings);
  }

  /** Returns the questions that no longer wait, latest first. */
  synchronized List<Map<String, Object>> answered() {
    return latestFirst(answered);
  }

  private static <T> List<T> latestFirst(Deque<T> deque) {
    List<T> latest = new ArrayList<>(deque);
    Collections.reverse(latest);
    return latest;
  }

  /** Returns the minutes with calls: minutes since 1970, calls, and those that did not run. */
  synchronized List<long[]> minutes() {
    return minutes.stream().map(long[]::clone).toList();
  }

  /** Returns the time, detector and tool of more findings than {@link #findings}, latest last. */
  synchronized List<Map<String, Object>> points() {
    return List.copyOf(points);
  }

  /**
   * Returns the sessions with their calls in the order in which they ended, the session with the
   * latest call first.
   *
   * @param known the live sessions by their names
   */
  synchronized List<Map<String, Object>> sessions(Map<String, SessionStatus> known) {
    List<Map<String, Object>> shown = new ArrayList<>();
    sessions.forEach(
        (name, session) -> {
          SessionStatus status = known.get(name);
          shown.add(
              Map.of(
                  "name",
                  name,
                  "conversation",
                  status == null ? "" : status.getConversation(),
                  "known",
                  status != null,
                  "ended",
                  status != null && status.isEnded(),
                  "first",
                  session.first,
                  "last",
                  session.last,
                  "count",
                  session.calls,
                  "tokens",
                  session.tokens,
                  "cost_usd",
                  session.usd,
                  "calls",
                  List.copyOf(session.latest)));
        });
    shown.removeIf(session -> List.of().equals(session.get("calls")));
    Collections.reverse(shown);
    return shown;
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
    Session known = sessions.get(session);
    List<Map<String, Object>> calls = known == null ? List.of() : List.copyOf(known.latest);
    return calls.subList(Math.max(0, calls.size() - MAX_CALLS_BEFORE_FINDING), calls.size());
  }

  private static void trim(Deque<?> latest, int max) {
    if (latest.size() > max) {
      latest.remove();
    }
  }
}
