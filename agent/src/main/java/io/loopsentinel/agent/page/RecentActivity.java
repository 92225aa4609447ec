package io.loopsentinel.agent.page;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.engine.settings.BudgetSettings;
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
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The latest calls of the latest sessions, and the latest findings; for the live page. Bounded in
 * number, thread-safe; holds names and hashes, and arguments where events do.
 */
final class RecentActivity {

  static final int MOST_SESSIONS = 30;
  static final int MOST_CALLS = 60;
  static final int MOST_FINDINGS = 50;
  static final int MINUTES = 60;

  /** Calls that are shown with a finding, the one included at which it was made. */
  private static final int CALLS_OF_FINDING = 14;

  private static final int MOST_COUNTS = 2_000;

  private final BudgetSettings prices;
  private final Map<String, Strip> strips = latest(MOST_SESSIONS);
  private final Deque<Found> findings = new ArrayDeque<>();
  private final Map<Minute, Integer> findingsByMinute = latest(MOST_COUNTS);
  private double cost;
  private long turnsWithCost;
  private long changes;

  /**
   * A call.
   *
   * @param order its place among all calls
   * @param id the same for equal calls of a tool
   * @param decision {@code run}, {@code withdrawn} or an action
   * @param stopped whether it was not run
   */
  record SeenCall(
      long order,
      String time,
      @Nullable String tool,
      String id,
      String decision,
      boolean stopped,
      boolean failed) {}

  /** A finding, the calls that led to it, and what the model was told, if that is known. */
  record Found(Map<String, Object> event, List<SeenCall> calls, @Nullable String message) {}

  /** Findings of a detector in a tool's calls within a minute since the epoch. */
  record Minute(long minute, String detector, String tool) {}

  /** A session's calls, the latest of them in full. */
  private static final class Strip {
    private final Deque<SeenCall> calls = new ArrayDeque<>();
    private long total;
    private long stopped;
  }

  /** Creates a memory that is empty. */
  RecentActivity(BudgetSettings prices) {
    this.prices = prices;
  }

  synchronized void accept(LoopEvent event) {
    LoopEvent.Loop loop = event.loop();
    String session = event.session();
    switch (event.type()) {
      case LOOP_DETECTED, TURN_WARNED, BUDGET_EXCEEDED -> {
        if (loop != null && session != null) {
          add(findings, new Found(event.toMap(), callsUpTo(event, loop), null), MOST_FINDINGS);
          String tool = Objects.requireNonNullElse(event.tool(), "");
          findingsByMinute.merge(
              new Minute(minute(event.time()), loop.detector(), tool), 1, Integer::sum);
        }
      }
      case TOOL_RESULT -> {
        Found last = findings.peekLast();
        if (last != null && Objects.equals(last.event().get("session"), session)) {
          findings.removeLast();
          findings.add(new Found(last.event(), last.calls(), event.message()));
        }
      }
      case SESSION_RESET -> strips.remove(session);
      default -> {}
    }
    changed();
  }

  synchronized void trace(Map<String, Object> values) {
    if ("call".equals(values.get("type"))) {
      Strip strip = strips.computeIfAbsent(text(values, "session"), key -> new Strip());
      SeenCall call = call(values);
      add(strip.calls, call, MOST_CALLS);
      strip.total++;
      strip.stopped += call.stopped() ? 1 : 0;
    } else if (values.get("input_tokens") instanceof Number input
        && values.get("output_tokens") instanceof Number output) {
      String model = (String) values.get("model");
      double price = prices.cost(model, input.longValue(), output.longValue());
      cost += price;
      turnsWithCost += price > 0 ? 1 : 0;
    }
    changed();
  }

  /** Returns the mean cost of a turn of the model in US dollars; 0 where none has a price. */
  synchronized double costOfTurn() {
    return turnsWithCost == 0 ? 0 : cost / turnsWithCost;
  }

  /** Returns the findings, the latest first. */
  synchronized List<Found> findings() {
    List<Found> latest = new ArrayList<>(findings);
    Collections.reverse(latest);
    return latest;
  }

  /** Returns how many findings there were in each of the last minutes, the latest last. */
  synchronized List<Map<String, Object>> timeline(Instant now) {
    long latest = minute(now);
    List<Map<String, Object>> timeline = new ArrayList<>();
    findingsByMinute.forEach(
        (at, count) -> {
          long ago = latest - at.minute();
          if (ago < MINUTES) {
            timeline.add(
                Map.of("ago", ago, "detector", at.detector(), "tool", at.tool(), "count", count));
          }
        });
    return timeline;
  }

  /**
   * Returns the sessions with their calls, the one with the latest call first.
   *
   * @param known whether each session that is remembered has ended
   */
  synchronized List<Map<String, Object>> sessions(Map<String, Boolean> known) {
    List<Map<String, Object>> sessions = new ArrayList<>();
    strips.forEach(
        (name, strip) -> {
          List<SeenCall> calls = new ArrayList<>(strip.calls);
          // Calls overlap, and are told when they have ended.
          calls.sort((a, b) -> Long.compare(a.order(), b.order()));
          sessions.add(
              Map.of(
                  "name",
                  name,
                  "known",
                  known.containsKey(name),
                  "ended",
                  known.getOrDefault(name, false),
                  "total",
                  strip.total,
                  "stopped",
                  strip.stopped,
                  "calls",
                  calls));
        });
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

  private List<SeenCall> callsUpTo(LoopEvent event, LoopEvent.Loop loop) {
    Strip strip = strips.get(event.session());
    List<SeenCall> calls = new ArrayList<>(strip == null ? List.of() : strip.calls);
    if (event.tool() != null) {
      String id = id(loop.fingerprint());
      String time = event.time().toString();
      calls.add(new SeenCall(0, time, event.tool(), id, loop.action(), false, false));
    }
    return List.copyOf(calls.subList(Math.max(0, calls.size() - CALLS_OF_FINDING), calls.size()));
  }

  private static SeenCall call(Map<String, Object> values) {
    // What stops a call is told at once, and what has run when it has ended.
    boolean stopped = !values.containsKey("ended") && !values.containsKey("dispatched");
    return new SeenCall(
        values.get("began") instanceof Number place ? place.longValue() : 0,
        text(values, "time"),
        (String) values.get("tool"),
        id(text(values, "fingerprint")),
        text(values, values.containsKey("done") ? "done" : "decision"),
        stopped,
        "failed".equals(values.get("outcome")));
  }

  private static String text(Map<String, Object> values, String name) {
    return String.valueOf(values.get(name));
  }

  private static String id(String fingerprint) {
    return fingerprint.substring(0, Math.min(12, fingerprint.length()));
  }

  private static long minute(Instant time) {
    return time.getEpochSecond() / 60;
  }

  private static <T> void add(Deque<T> latest, T next, int most) {
    latest.add(next);
    if (latest.size() > most) {
      latest.remove();
    }
  }

  /** Returns a map that forgets what was not used for longest. */
  private static <K, V> Map<K, V> latest(int most) {
    return new LinkedHashMap<>(16, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
      }
    };
  }
}
