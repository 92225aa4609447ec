package io.loopsentinel.agent.telemetry.event;

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
    Statistics counts = telemetry.statistics();
    return List.of(
        counter("calls", "Tool calls that were judged.", counts::calls),
        byTool("calls_stopped", "Tool calls that were not run.", counts::stoppedByTool),
        byTool(
            "calls_observed",
            "Tool calls that ran in mode observe and would have been stopped.",
            counts::observedByTool),
        new Metric("findings", Kind.COUNTER, "Findings.", "detector", counts::findingsByDetector),
        counter("tokens", "Tokens that turns of the model told of.", counts::tokens),
        counter("turns", "Turns of the model that told of their tokens.", counts::turnsWithTokens),
        byAgent("agent_calls", "Tool calls of an agent that were judged.", counts::callsByAgent),
        byAgent(
            "agent_calls_stopped",
            "Tool calls of an agent that were not run.",
            counts::stoppedByAgent),
        byAgent("agent_findings", "Findings about an agent.", counts::findingsByAgent),
        byAgent("agent_tokens", "Tokens that turns of an agent told of.", counts::tokensByAgent),
        new Metric(
            "cost_usd",
            Kind.SUM,
            "What turns cost by budget.prices.",
            "agent",
            counts::costByAgent),
        counter(
            "internal_errors",
            "Failures of the agent itself, which let the application go on.",
            telemetry.failures()::count),
        byProvider(
            "provider_failures",
            "Turns that failed by their provider.",
            counts::failuresByProvider),
        byProvider(
            "turns_refused",
            "Turns that were not run because their provider was unavailable.",
            counts::refusedByProvider),
        gauge("sessions", "Sessions that are remembered.", sessions),
        gauge("targets_matched", "Targets that guard something.", targets));
  }

  /** Hands each value over, with that of the label where there is one. */
  public void read(BiConsumer<List<String>, Number> reader) {
    List<String> none = List.of();
    values.get().forEach((of, value) -> reader.accept(label == null ? none : List.of(of), value));
  }

  private static Metric counter(String name, String help, LongSupplier value) {
    return new Metric(name, Kind.COUNTER, help, null, () -> Map.of("", value.getAsLong()));
  }

  private static Metric byTool(String name, String help, Supplier<Map<String, Long>> values) {
    return new Metric(name, Kind.COUNTER, help, "tool", values);
  }

  private static Metric byAgent(String name, String help, Supplier<Map<String, Long>> values) {
    return new Metric(name, Kind.COUNTER, help, "agent", values);
  }

  private static Metric byProvider(String name, String help, Supplier<Map<String, Long>> values) {
    return new Metric(name, Kind.COUNTER, help, "provider", values);
  }

  private static Metric gauge(String name, String help, IntSupplier value) {
    return new Metric(name, Kind.GAUGE, help, null, () -> Map.of("", (long) value.getAsInt()));
  }
}
