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
 * A number of the agent, read when it is asked for; {@code docs/metrics.md} lists them all.
 *
 * @param name words with {@code _} between them, without the agent's name
 * @param kind what kind of number it is
 * @param label what distinguishes its values; {@code null} where it has but one
 * @param values by the label's value, or one by the empty text; labels are names of tools, agents,
 *     detectors and providers, bounded in number by {@link Statistics}
 */
public record Metric(
    String name,
    Kind kind,
    String help,
    @Nullable String label,
    Supplier<? extends Map<String, ? extends Number>> values) {

  /** Kinds of numbers. */
  public enum Kind {
    /** A whole number that only grows. */
    COUNTER,
    /** One with a fraction that only grows. */
    SUM,
    /** A whole number that goes up and down. */
    GAUGE
  }

  /** Returns those of an agent. */
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
    String costs = "What turns cost by budget.prices.";
    all.add(new Metric("cost_usd", Kind.SUM, costs, "agent", statistics::costByAgent));
    String errors = "Failures of the agent itself, which let the application go on.";
    all.add(single("internal_errors", Kind.COUNTER, errors, telemetry.failures()::count));
    all.add(single("sessions", Kind.GAUGE, "Sessions that are remembered.", sessions::getAsInt));
    String matched = "Targets that guard something.";
    all.add(single("targets_matched", Kind.GAUGE, matched, targets::getAsInt));
    return all;
  }

  /** Hands each value over, with that of the label where there is one. */
  public void read(BiConsumer<List<String>, Number> reader) {
    List<String> none = List.of();
    values.get().forEach((of, value) -> reader.accept(label == null ? none : List.of(of), value));
  }

  private static Metric single(String name, Kind kind, String help, LongSupplier value) {
    return new Metric(name, kind, help, null, () -> Map.of("", value.getAsLong()));
  }
}
