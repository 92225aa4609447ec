package io.loopsentinel.agent.telemetry.prometheus;

import io.loopsentinel.agent.telemetry.event.Metric;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;

/**
 * The agent's metrics for Prometheus. Names and suffixes follow
 * https://prometheus.io/docs/practices/naming/.
 */
final class ScrapedMetrics {

  private static final String PREFIX = "loop_sentinel_";

  private ScrapedMetrics() {}

  /** Returns a registry that reads them. */
  static PrometheusRegistry of(String version, List<Metric> metrics) {
    PrometheusRegistry registry = new PrometheusRegistry();
    for (Metric metric : metrics) {
      register(metric, registry);
    }
    Info.builder()
        .name(PREFIX + "build")
        .help("The agent.")
        .labelNames("version")
        .register(registry)
        .setLabelValues(version);
    return registry;
  }

  private static void register(Metric metric, PrometheusRegistry registry) {
    String name = PREFIX + metric.name();
    if (metric.kind() != Metric.Kind.GAUGE) {
      String[] label = metric.label() == null ? new String[0] : new String[] {metric.label()};
      CounterWithCallback.builder()
          .name(name)
          .help(metric.help())
          .labelNames(label)
          .callback(
              callback ->
                  metric.read(
                      (labelled, value) ->
                          callback.call(value.doubleValue(), labelled.toArray(String[]::new))))
          .register(registry);
    } else {
      GaugeWithCallback.builder()
          .name(name)
          .help(metric.help())
          .callback(
              callback -> metric.read((labelled, value) -> callback.call(value.doubleValue())))
          .register(registry);
    }
  }
}
