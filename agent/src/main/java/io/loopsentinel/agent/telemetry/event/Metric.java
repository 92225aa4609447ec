package io.loopsentinel.agent.telemetry.event;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A metric of the agent, read on demand; {@code docs/metrics.md} lists them all.
 *
 * @param name words separated by {@code _}, without the agent's name
 * @param values values by the values of the labels, whose number is bounded
 */
public record Metric(
    String name,
    Kind kind,
    String help,
    List<String> labels,
    Supplier<? extends Map<List<String>, ? extends Number>> values) {

  public enum Kind {
    /** An integer that only grows. */
    COUNTER,
    /** A floating-point number that only grows. */
    SUM,
    /** A number that grows and shrinks. */
    GAUGE
  }

  public static List<Metric> counted(Statistics statistics) {
    String byLabel = Objects.requireNonNullElse(statistics.metricLabel(), Statistics.LABEL);
    List<Metric> counted = new ArrayList<>();
    for (Count each : Count.values()) {
      if (each.metric != null) {
        String label = Statistics.LABEL.equals(each.label) ? byLabel : each.label;
        counted.add(
            labelled(each.metric, Kind.COUNTER, each.help, label, () -> statistics.named(each)));
      }
    }
    String costs = "Cost of turns by budget.prices";
    counted.add(labelled("cost_usd", Kind.SUM, costs + ".", "agent", statistics::costByAgent));
    String labelCosts = costs + ", by a label.";
    counted.add(labelled("label_cost_usd", Kind.SUM, labelCosts, byLabel, statistics::costByLabel));
    String up = "Whether the store that JVMs share is up.";
    counted.add(labelled("store_up", Kind.GAUGE, up, "store", statistics::stores));
    return counted;
  }

  public static Metric single(String name, Kind kind, String help, LongSupplier value) {
    return labelled(name, kind, help, null, () -> Map.of("", value.getAsLong()));
  }

  /** Returns a metric with one label; without one, its values have a single name. */
  public static Metric labelled(
      String name,
      Kind kind,
      String help,
      @Nullable String label,
      Supplier<? extends Map<String, ? extends Number>> values) {
    return new Metric(
        name,
        kind,
        help,
        label == null ? List.of() : List.of(label),
        () -> {
          Map<List<String>, Number> read = new LinkedHashMap<>();
          values
              .get()
              .forEach((key, value) -> read.put(label == null ? List.of() : List.of(key), value));
          return read;
        });
  }
}
