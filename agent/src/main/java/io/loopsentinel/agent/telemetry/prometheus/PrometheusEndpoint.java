package io.loopsentinel.agent.telemetry.prometheus;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.AgentThread;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.agent.telemetry.MainThread;
import io.loopsentinel.agent.telemetry.event.EventSink;
import io.loopsentinel.agent.telemetry.event.Metric;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers scrapes of Prometheus over HTTP at {@code /metrics}, from when the application's main has
 * begun. Counters are read then; events are of no interest to it. Thread-safe.
 */
public final class PrometheusEndpoint implements EventSink {

  private final String host;
  private final int port;
  private final Telemetry telemetry;
  private final MainThread main;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final ExecutorService executor =
      Executors.newSingleThreadExecutor(
          task -> AgentThread.daemon("loop-sentinel prometheus", task));
  private @Nullable HTTPServer server;

  /**
   * Creates an endpoint that opens soon.
   *
   * @param port 0 for one that is free, which the log then tells
   */
  public PrometheusEndpoint(
      String host,
      int port,
      String version,
      Telemetry telemetry,
      MainThread main,
      List<Metric> metrics) {
    this.host = host;
    this.port = port;
    this.telemetry = telemetry;
    this.main = main;
    AgentThread.daemon(
            "loop-sentinel prometheus start", () -> open(() -> ScrapedMetrics.of(version, metrics)))
        .start();
  }

  @Override
  public String name() {
    return "telemetry.prometheus";
  }

  @Override
  public void accept(LoopEvent event) {}

  private void open(Supplier<PrometheusRegistry> registry) {
    try {
      if (main.awaitBegun(closing)) {
        listen(registry.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException | LinkageError e) {
      String where = "telemetry.prometheus, %s:%d".formatted(host, port);
      telemetry.failures().accept(new LocatedFailure(where, null, "nothing listens there", e));
    }
  }

  private synchronized void listen(PrometheusRegistry registry) throws IOException {
    if (closing.getCount() == 0) {
      return;
    }
    HTTPServer opened =
        HTTPServer.builder()
            .hostname(host)
            .port(port)
            .executorService(executor)
            .registry(registry)
            .buildAndStart();
    server = opened;
    telemetry
        .log()
        .info("telemetry.prometheus: http://%s:%d/metrics".formatted(host, opened.getPort()));
  }

  @Override
  public synchronized void close() {
    closing.countDown();
    if (server != null) {
      server.close();
    }
    executor.shutdown();
  }
}
