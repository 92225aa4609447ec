package io.loopsentinel.it.telemetry.program;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopSentinel;
import io.loopsentinel.it.harness.LastHook;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.MDC;

/** Calls tools and prints what it exports, as its arguments say one after the other. */
public final class ObservedProgram {

  /** Between two looks, so that the agent's threads have the processor. */
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(2);

  private static final int MAX_COLLECTIONS = 200;

  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
  private final InMemorySpanExporter spans = InMemorySpanExporter.create();
  private final InMemoryMetricReader metrics = InMemoryMetricReader.create();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final OpenTelemetrySdk sdk =
      OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(spans))
                  .build())
          .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(metrics).build())
          .build();

  private final BlockingQueue<LoopEvent> events = new LinkedBlockingQueue<>();
  private final List<LoopSentinel.Subscription> subscriptions =
      new ArrayList<>(List.of(LoopSentinel.subscribe(events::add)));
  private final Path config;

  private ObservedProgram(Path config) {
    this.config = config;
  }

  /** Takes the configuration in force, and what to do. */
  public static void main(String[] args) throws Exception {
    ObservedProgram program = new ObservedProgram(Path.of(args[0]));
    for (int i = 1; i < args.length; i++) {
      String[] words = args[i].split(" ", 2);
      program.run(words[0], words.length == 1 ? "" : words[1]);
    }
  }

  private void run(String command, String argument) throws Exception {
    ObjectName agent = new ObjectName("io.loopsentinel:type=Sentinel");
    switch (command) {
      case "set-up" -> GlobalOpenTelemetry.set(sdk);
      case "set-up-micrometer" -> Metrics.addRegistry(meters);
      case "meters" -> meters.forEachMeter(ObservedProgram::print);
      case "call" -> Desk.call(argument);
      case "call-3-times" -> {
        for (int i = 0; i < 3; i++) {
          Desk.call(argument);
        }
      }
      case "call-in-span" -> callInSpan(argument);
      case "call-in-mdc" -> callInMdc(argument);
      case "await" -> await(argument);
      case "spans" -> spans.getFinishedSpanItems().forEach(System.out::println);
      case "await-metrics" -> {
        // They are registered on another thread than the one that tells of events.
        while (metrics.collectAllMetrics().stream()
            .noneMatch(metric -> metric.getName().equals("loop_sentinel.calls"))) {
          LockSupport.parkNanos(PAUSE);
        }
      }
      case "await-meter" -> {
        while (meters.find(argument).meters().isEmpty()) {
          LockSupport.parkNanos(PAUSE);
        }
      }
      case "metrics" -> metrics.collectAllMetrics().forEach(System.out::println);
      case "put" -> {
        Path copy = config.resolveSibling("next");
        Files.copy(Path.of(argument), copy, StandardCopyOption.REPLACE_EXISTING);
        Files.move(copy, config, StandardCopyOption.REPLACE_EXISTING);
        System.out.println(server.invoke(agent, "reload", null, null));
      }
      case "metrics-after-agent" ->
          LastHook.add(
              () -> {
                metrics.collectAllMetrics().forEach(System.out::println);
                meters.forEachMeter(ObservedProgram::print);
              });
      case "detach" -> detach(agent);
      default -> throw new IllegalArgumentException(command);
    }
  }

  private static void print(Meter meter) {
    System.out.println(meter.getId() + " " + meter.measure());
  }

  private void callInSpan(String session) {
    Span span = sdk.getTracer("acme").spanBuilder("execute_tool search").startSpan();
    System.out.println("span " + span.getSpanContext().getSpanId());
    Context.current().with(span).wrap(() -> Desk.call(session)).run();
    span.end();
  }

  /** Calls as part of a trace that the logging alone knows. */
  private static void callInMdc(String keys) {
    for (String entry : keys.split(" ", -1)) {
      String[] words = entry.split("=", 2);
      MDC.put(words[0], words[1]);
    }
    Desk.call("c-7");
    MDC.clear();
  }

  /** Waits for an event and prints its trace; all sinks have got it then. */
  private void await(String type) throws InterruptedException {
    LoopEvent event = events.take();
    while (!event.type().text().equals(type)) {
      event = events.take();
    }
    System.out.println(type + " in " + event.trace());
  }

  private void detach(ObjectName agent) throws Exception {
    WeakReference<ClassLoader> loader = new WeakReference<>(server.getClassLoaderFor(agent));
    subscriptions.remove(0).close();
    server.invoke(agent, "detach", null, null);
    useRecord(new Note("done"), new Note("done"));
    for (int i = 0; i < MAX_COLLECTIONS && loader.get() != null; i++) {
      System.gc();
    }
    System.out.println("class loader collected " + (loader.get() == null));
  }

  private record Note(String text) {}

  /** Up to JDK 17 the JDK keeps the class of the latest record that was used in each way. */
  private static void useRecord(Note one, Note other) {
    boolean same = one.equals(other) && one.hashCode() == other.hashCode();
    System.out.println("equal " + (same && one.toString().equals(other.toString())));
  }
}
