package io.loopsentinel.agent.telemetry.prometheus;

import io.loopsentinel.agent.telemetry.AgentThread;
import io.loopsentinel.agent.telemetry.MainThread;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers scrapes of Prometheus over HTTP at {@code /metrics}, from when the application's main has
 * begun. Thread-safe.
 */
public final class PrometheusEndpoint implements AutoCloseable {

  private static final String THREAD = "loop-sentinel prometheus";
  private static final long PAUSE_MILLIS = 100;

  private final Telemetry telemetry;
  private final Thread starting;
  private final ExecutorService executor =
      Executors.newSingleThreadExecutor(task -> AgentThread.daemon(THREAD, task));
  private boolean closed;
  private @Nullable HTTPServer server;

  /**
   * Creates an endpoint that opens soon.
   *
   * @param port 0 for one that is free, which the log then tells
   * @param sessions how many are remembered, when asked
   * @param targets how many guard something, when asked
   */
  public PrometheusEndpoint(
      String host,
      int port,
      String version,
      Telemetry telemetry,
      MainThread main,
      IntSupplier sessions,
      IntSupplier targets) {
    this.telemetry = telemetry;
    this.starting =
        AgentThread.daemon(
            THREAD,
            () -> {
              try {
                while (!main.hasBegun()) {
                  Thread.sleep(PAUSE_MILLIS);
                }
                open(host, port, Metrics.of(version, telemetry, sessions, targets));
              } catch (InterruptedException e) {
                // Closed before it was open.
              } catch (IOException | RuntimeException | LinkageError e) {
                telemetry
                    .log()
                    .error(
                        "telemetry.prometheus: cannot listen at %s:%d: %s"
                            .formatted(host, port, e));
              }
            });
    starting.start();
  }

  private synchronized void open(String host, int port, PrometheusRegistry registry)
      throws IOException {
    if (closed) {
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
  public void close() {
    starting.interrupt();
    synchronized (this) {
      closed = true;
      if (server != null) {
        server.close();
      }
    }
    executor.shutdown();
  }
}
