package io.loopsentinel.agent.telemetry.webhook;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.event.Count;
import io.loopsentinel.agent.telemetry.event.Statistics;
import io.loopsentinel.engine.gate.ToolGate;
import io.loopsentinel.engine.text.Printable;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The daily report of this JVM. Thread-safe; the number of names is bounded. */
public final class DailyReport {

  static final String TYPE = "report.daily";

  private static final Set<LoopEvent.Type> LOOPS =
      Set.of(LoopEvent.Type.LOOP_DETECTED, LoopEvent.Type.TURN_WARNED);

  /** More than a day, so that a small correction of the clock does not end a day twice. */
  private static final Duration MAX_WAIT = Duration.ofHours(36);

  private static final int MAX_LOOPS = 1_000;
  private static final int MAX_LISTED = 20;

  private final Statistics statistics;
  private final InstantSource clock;
  private final LocalTime endTime;
  private final Map<String, Long> loops = new TreeMap<>();
  private final Set<String> budgets = new LinkedHashSet<>();
  private @Nullable BigDecimal cost;
  private long calls;
  private long stopped;
  private long tokens;
  private Instant from;
  private Instant to;

  /** Creates a report whose first day begins now. Each day ends at an hour in UTC. */
  public DailyReport(Statistics statistics, InstantSource clock, int hour) {
    this.statistics = statistics;
    this.clock = clock;
    this.endTime = LocalTime.of(hour, 0);
    this.from = clock.instant();
    this.to = nextEnd(from);
    begin();
  }

  synchronized void add(LoopEvent event) {
    LoopEvent.Loop loop = event.loop();
    Double usd = event.cost() == null ? null : event.cost().usd();
    if (usd != null) {
      BigDecimal before = cost == null ? BigDecimal.ZERO : cost;
      cost = before.add(BigDecimal.valueOf(usd));
    } else if (event.type() == LoopEvent.Type.BUDGET_WARNED && budgets.size() < MAX_LISTED) {
      budgets.add(event.reason());
    } else if (loop != null
        && loop.rung() == 1
        && LOOPS.contains(event.type())
        && !ToolGate.GATES.contains(loop.detector())) {
      String agent = event.labels().get("agent");
      String tool = event.tool() == null ? "(turns)" : event.tool();
      String name = Printable.name(agent == null ? tool : agent + ": " + tool);
      if (loops.containsKey(name) || loops.size() < MAX_LOOPS) {
        loops.merge(name, 1L, Long::sum);
      }
    }
  }

  /** Returns the report of a finished day, by name, and begins the next day. */
  synchronized Optional<Map<String, Object>> takeFinished() {
    Instant now = clock.instant();
    if (to.isAfter(now.plus(MAX_WAIT))) {
      from = now; // The clock was set back.
      to = nextEnd(now);
    }
    if (now.isBefore(to)) {
      return Optional.empty();
    }
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("type", TYPE);
    values.put("from", from.toString());
    values.put("to", now.toString());
    if (cost == null) {
      values.put("note", "no costs are known: set telemetry.costs: true and budget.prices");
    } else {
      values.put("cost_usd", cost);
    }
    values.put("tokens", statistics.total(Count.TOKENS) - tokens);
    values.put("calls", statistics.total(Count.CALLS) - calls);
    values.put("calls_stopped", statistics.stopped() - stopped);
    Map<String, Long> topLoops = new LinkedHashMap<>();
    loops.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(MAX_LISTED)
        .forEach(each -> topLoops.put(each.getKey(), each.getValue()));
    values.put("loops", topLoops);
    values.put("budgets_nearly_used", List.copyOf(budgets));
    from = now;
    to = nextEnd(now);
    begin();
    return Optional.of(values);
  }

  private void begin() {
    loops.clear();
    budgets.clear();
    cost = null;
    calls = statistics.total(Count.CALLS);
    stopped = statistics.stopped();
    tokens = statistics.total(Count.TOKENS);
  }

  private Instant nextEnd(Instant now) {
    ZonedDateTime sameDay = now.atZone(ZoneOffset.UTC).with(endTime);
    return (sameDay.toInstant().isAfter(now) ? sameDay : sameDay.plusDays(1)).toInstant();
  }
}
