package io.loopsentinel.agent.telemetry.prometheus;

import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.event.Metric;
import io.loopsentinel.agent.telemetry.http.BoundedHttpServer;
import io.loopsentinel.agent.telemetry.http.Request;
import io.loopsentinel.agent.telemetry.http.Response;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * An HTTP endpoint at {@code /metrics} for Prometheus, which reads the agent's metrics on demand.
 * Names and suffixes follow https://prometheus.io/docs/practices/naming/.
 */
public final class PrometheusEndpoint {

  private static final String PREFIX = "loop_sentinel_";

  private PrometheusEndpoint() {}

  /**
   * Opens an endpoint, and logs its address.
   *
   * @param port 0 for any free port
   */
  public static BoundedHttpServer open(
      String host,
      int port,
      String version,
      List<Metric> metrics,
      AgentLog log,
      Consumer<Throwable> failures)
      throws IOException {
    PrometheusRegistry registry = new PrometheusRegistry();
    metrics.forEach(metric -> register(metric, registry));
    Info.builder()
        .name(PREFIX + "build")
        .help("The agent.")
        .labelNames("version")
        .register(registry)
        .setLabelValues(version);
    BoundedHttpServer opened =
        new BoundedHttpServer(
            host,
            port,
            "loop-sentinel prometheus",
            request -> answer(request, host, registry),
            failures);
    String address = BoundedHttpServer.address(host, opened.port());
    log.info("telemetry.prometheus: " + address + "/metrics");
    return opened;
  }

  private static Response answer(Request request, String host, PrometheusRegistry registry)
      throws IOException {
    if (!request.isForHost(host)) {
      return text(
          403, "The host must be an address, localhost or the value of telemetry.prometheus.host.");
    }
    if (!request.path().equals("/metrics")) {
      return text(404, "The metrics are at /metrics.");
    }
    if (!List.of("GET", "HEAD").contains(request.method())) {
      return text(405, "Allowed: GET, HEAD").with(Map.of("Allow", "GET, HEAD"));
    }
    String accepted = request.header("Accept");
    ExpositionFormatWriter writer = ExpositionFormats.init().findWriter(accepted);
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    EscapingScheme escaping = EscapingScheme.fromAcceptHeader(accepted);
    writer.write(written, registry.scrape(), escaping);
    String type = writer.getContentType() + escaping.toHeaderFormat();
    return Response.of(200, type, written.toString(StandardCharsets.UTF_8));
  }

  private static Response text(int status, String message) {
    return Response.of(status, "text/plain; charset=utf-8", message + "\n");
  }

  private static void register(Metric metric, PrometheusRegistry registry) {
    String name = PREFIX + metric.name();
    String[] labels = metric.labels().toArray(String[]::new);
    if (metric.kind() != Metric.Kind.GAUGE) {
      CounterWithCallback.builder()
          .name(name)
          .help(metric.help())
          .labelNames(labels)
          .callback(callback -> read(metric, callback::call))
          .register(registry);
    } else {
      GaugeWithCallback.builder()
          .name(name)
          .help(metric.help())
          .labelNames(labels)
          .callback(callback -> read(metric, callback::call))
          .register(registry);
    }
  }

  private interface Callback {
    void call(double value, String... labels);
  }

  private static void read(Metric metric, Callback callback) {
    metric
        .values()
        .get()
        .forEach(
            (labelled, value) ->
                callback.call(value.doubleValue(), labelled.toArray(String[]::new)));
  }
}
