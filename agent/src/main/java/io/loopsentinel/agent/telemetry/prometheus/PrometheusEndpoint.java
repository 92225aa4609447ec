package io.loopsentinel.agent.telemetry.prometheus;

import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.AgentThread;
import io.loopsentinel.agent.telemetry.event.Metric;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executors;

/**
 * Answers scrapes of Prometheus over HTTP at {@code /metrics}; the agent's metrics are read then.
 * Names and suffixes follow https://prometheus.io/docs/practices/naming/.
 */
public final class PrometheusEndpoint {

  private static final String PREFIX = "loop_sentinel_";

  private PrometheusEndpoint() {}

  /**
   * Opens an endpoint, and says where.
   *
   * @param port 0 for one that is free
   */
  public static HTTPServer open(
      String host, int port, String version, List<Metric> metrics, AgentLog log)
      throws IOException {
    PrometheusRegistry registry = new PrometheusRegistry();
    metrics.forEach(metric -> register(metric, registry));
    Info.builder()
        .name(PREFIX + "build")
        .help("The agent.")
        .labelNames("version")
        .register(registry)
        .setLabelValues(version);
    HTTPServer opened =
        HTTPServer.builder()
            .hostname(host)
            .port(port)
            .executorService(
                Executors.newSingleThreadExecutor(
                    task -> AgentThread.daemon("loop-sentinel prometheus", task)))
            .registry(registry)
            .buildAndStart();
    log.info("telemetry.prometheus: http://%s:%d/metrics".formatted(host, opened.getPort()));
    return opened;
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
