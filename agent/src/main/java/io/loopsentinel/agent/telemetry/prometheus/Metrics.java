package io.loopsentinel.agent.telemetry.prometheus;

import io.loopsentinel.agent.telemetry.event.Statistics;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * The counters of the agent under the names of {@code docs/metrics.md}, read when they are asked
 * for. Names, units and suffixes follow https://prometheus.io/docs/practices/naming/; labels are
 * names of tools and detectors, bounded in number by {@link Statistics}.
 */
final class Metrics {

  private static final String PREFIX = "loop_sentinel_";

  private final PrometheusRegistry registry = new PrometheusRegistry();

  private Metrics() {}

  /** Returns a registry that reads them. */
  static PrometheusRegistry of(
      String version, Telemetry telemetry, IntSupplier sessions, IntSupplier targets) {
    Statistics statistics = telemetry.statistics();
    Metrics metrics = new Metrics();
    metrics.counter("calls", "Tool calls that were judged.", statistics::calls);
    metrics.counter(
        "calls_stopped", "Tool calls that were not run.", "tool", statistics::stoppedByTool);
    metrics.counter(
        "calls_observed",
        "Tool calls that ran in mode observe and would have been stopped.",
        "tool",
        statistics::observedByTool);
    metrics.counter("findings", "Findings.", "detector", statistics::findingsByDetector);
    metrics.counter("tokens", "Tokens that turns of the model told of.", statistics::tokens);
    metrics.counter(
        "turns", "Turns of the model that told of their tokens.", statistics::turnsWithTokens);
    metrics.counter(
        "internal_errors",
        "Failures of the agent itself, which let the application go on.",
        telemetry.failures()::count);
    metrics.gauge("sessions", "Sessions that are remembered.", sessions);
    metrics.gauge("targets_matched", "Targets that guard something.", targets);
    Info.builder()
        .name(PREFIX + "build")
        .help("The agent.")
        .labelNames("version")
        .register(metrics.registry)
        .setLabelValues(version);
    return metrics.registry;
  }

  private void counter(String name, String help, Supplier<Long> value) {
    CounterWithCallback.builder()
        .name(PREFIX + name)
        .help(help)
        .callback(callback -> callback.call(value.get()))
        .register(registry);
  }

  private void counter(String name, String help, String label, Supplier<Map<String, Long>> values) {
    CounterWithCallback.builder()
        .name(PREFIX + name)
        .help(help)
        .labelNames(label)
        .callback(
            callback -> values.get().forEach((labelled, count) -> callback.call(count, labelled)))
        .register(registry);
  }

  private void gauge(String name, String help, IntSupplier value) {
    GaugeWithCallback.builder()
        .name(PREFIX + name)
        .help(help)
        .callback(callback -> callback.call(value.getAsInt()))
        .register(registry);
  }
}
