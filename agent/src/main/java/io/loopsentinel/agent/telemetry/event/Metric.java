package io.loopsentinel.agent.telemetry.event;

import io.loopsentinel.agent.telemetry.event.Statistics.Count;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A metric of the agent, read on demand; {@code docs/metrics.md} lists them all.
 *
 * @param name words separated by {@code _}, without the agent's name
 * @param label the name of its label; {@code null} if it has a single value
 * @param values values by the label's value, or a single one by the empty text. The label's values
 *     are names of tools, agents, detectors, providers and stores, bounded by {@link Statistics}
 */
public record Metric(
    String name,
    Kind kind,
    String help,
    @Nullable String label,
    Supplier<? extends Map<String, ? extends Number>> values) {

  /** The kinds of metrics. */
  public enum Kind {
    /** An integer that only grows. */
    COUNTER,
    /** A floating-point number that only grows. */
    SUM,
    /** An integer that grows and shrinks. */
    GAUGE
  }

  /** Returns the metrics of an agent. */
  public static List<Metric> all(Telemetry telemetry, IntSupplier sessions, IntSupplier targets) {
    Statistics statistics = telemetry.statistics();
    List<Metric> all = new ArrayList<>();
    for (Count each : Count.values()) {
      if (each.metric != null) {
        all.add(
            new Metric(
                each.metric, Kind.COUNTER, each.help, each.label, () -> statistics.named(each)));
      }
    }
    String costs = "Cost of turns by budget.prices.";
    all.add(new Metric("cost_usd", Kind.SUM, costs, "agent", statistics::costByAgent));
    String errors = "Failures of the agent itself; the application continues.";
    all.add(single("internal_errors", Kind.COUNTER, errors, telemetry.failures()::count));
    all.add(single("sessions", Kind.GAUGE, "Sessions in memory.", sessions::getAsInt));
    String up = "Whether the store that JVMs share is up.";
    all.add(new Metric("store_up", Kind.GAUGE, up, "store", statistics::stores));
    String matched = "Targets that guard something.";
    all.add(single("targets_matched", Kind.GAUGE, matched, targets::getAsInt));
    return all;
  }

  /** Passes each value to a reader, with the value of the label or an empty list. */
  public void read(BiConsumer<List<String>, Number> reader) {
    List<String> none = List.of();
    values.get().forEach((key, value) -> reader.accept(label == null ? none : List.of(key), value));
  }

  private static Metric single(String name, Kind kind, String help, LongSupplier value) {
    return new Metric(name, kind, help, null, () -> Map.of("", value.getAsLong()));
  }
}
