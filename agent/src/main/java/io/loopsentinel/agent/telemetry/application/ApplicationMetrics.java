package io.loopsentinel.agent.telemetry.application;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.agent.telemetry.event.EventSink;
import io.loopsentinel.agent.telemetry.event.Metric;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Registers the agent's metrics with a library of the application, and adds the library as a sink
 * of events. Uses the library of the first class loader with a guarded method. Values that appear
 * later are registered then, on a thread of the agent. Thread-safe.
 */
public final class ApplicationMetrics implements EventSink {

  private final String name;
  private final String bridge;
  private final String registry;
  private final String minVersion;
  private final List<Metric> metrics;
  private final Telemetry telemetry;
  private final Runnable registerSoon;
  private @Nullable ApplicationLibrary library;
  private boolean warned;
  private boolean incompatible;

  private ApplicationMetrics(
      String name,
      String bridge,
      String registry,
      String minVersion,
      List<Metric> metrics,
      Telemetry telemetry) {
    this.name = name;
    this.bridge = bridge;
    this.registry = registry;
    this.minVersion = minVersion;
    this.metrics = metrics;
    this.telemetry = telemetry;
    this.registerSoon = () -> telemetry.events().execute(this::register);
  }

  /** Returns a sink for {@code GlobalOpenTelemetry}. */
  public static ApplicationMetrics ofOpenTelemetry(List<Metric> metrics, Telemetry telemetry) {
    String registry = "io.opentelemetry.api.GlobalOpenTelemetry";
    return new ApplicationMetrics(
        "telemetry.opentelemetry", "OpenTelemetryBridge", registry, "1.12", metrics, telemetry);
  }

  /** Returns a sink for Micrometer's global registry. */
  public static ApplicationMetrics ofMicrometer(List<Metric> metrics, Telemetry telemetry) {
    String registry = "io.micrometer.core.instrument.Metrics";
    return new ApplicationMetrics(
        "telemetry.micrometer", "MicrometerBridge", registry, "1.1", metrics, telemetry);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public synchronized void guarded(ClassLoader application) {
    try {
      if (library == null) {
        library = ApplicationLibrary.open(bridge, registry, application);
        telemetry.events().add(library);
        telemetry.statistics().onNewName(registerSoon);
      }
      register();
    } catch (ClassNotFoundException e) {
      warnOnce("the application has no " + registry + ", so it gets no metrics");
    } catch (ReflectiveOperationException | LinkageError e) {
      telemetry.failures().accept(new LocatedFailure(name, null, "it gets no metrics", e));
    }
  }

  @Override
  public void accept(LoopEvent event) {
    register();
  }

  private synchronized void register() {
    try {
      if (library != null && !incompatible && !library.register(metrics)) {
        warnOnce("the application has not set up " + registry + " yet; it gets no metrics so far");
      }
    } catch (LinkageError e) {
      incompatible = true;
      String line = "%s: the application gets no metrics: %s must have version %s or newer";
      String missing = "; it lacks " + e.getMessage();
      telemetry.log().warn(line.formatted(name, registry, minVersion) + missing);
    }
  }

  private void warnOnce(String line) {
    if (!warned) {
      warned = true;
      telemetry.log().warn(name + ": " + line);
    }
  }

  @Override
  public synchronized void close() throws Exception {
    if (library != null) {
      telemetry.statistics().removeListener(registerSoon);
      telemetry.events().remove(library);
      library.close();
      library = null;
    }
  }

  /** Does nothing; see {@link ApplicationLibrary#exit}. */
  @Override
  public void exit() {}
}
