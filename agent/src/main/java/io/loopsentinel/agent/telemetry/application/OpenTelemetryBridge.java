package io.loopsentinel.agent.telemetry.application;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.event.Metric;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.metrics.LongCounterBuilder;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableDoubleCounter;
import io.opentelemetry.api.metrics.ObservableDoubleGauge;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import io.opentelemetry.api.metrics.ObservableLongCounter;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The application's OpenTelemetry. Attribute names follow
 * https://opentelemetry.io/docs/specs/semconv/gen-ai/ if it defines them.
 */
public final class OpenTelemetryBridge implements ApplicationLibrary {

  private static final String PREFIX = "loop_sentinel.";
  private static final String TOOL = "gen_ai.tool.name";

  /** Attribute keys by label of a metric, if they differ from the default. */
  private static final Map<String, String> LABEL_KEYS =
      Map.of("tool", TOOL, "agent", "gen_ai.agent.name");

  /** Members that a span has already, or that not everyone may read. */
  private static final Set<String> EXCLUDED =
      Set.of("time", "calls_stopped", "trace_id", "span_id", "message", "arguments", "steps");

  private static final Set<LoopEvent.Type> FINDINGS =
      Set.of(
          LoopEvent.Type.LOOP_DETECTED, LoopEvent.Type.TURN_WARNED, LoopEvent.Type.BUDGET_EXCEEDED);

  private final List<Runnable> closing = new ArrayList<>();

  @Override
  public synchronized boolean register(List<Metric> metrics) {
    // Getting an unset GlobalOpenTelemetry would set a no-op one, and the application's own setting
    // would then fail.
    if (closing.isEmpty() && isSet()) {
      Meter meter = GlobalOpenTelemetry.getMeter("io.loopsentinel");
      metrics.forEach(metric -> register(metric, meter));
    }
    return !closing.isEmpty();
  }

  /**
   * Returns whether the global instance is set. Before version 1.57, this has no public method that
   * does not also set it.
   */
  private static boolean isSet() {
    try {
      return GlobalOpenTelemetry.isSet();
    } catch (NoSuchMethodError missing) {
      try {
        Field global = GlobalOpenTelemetry.class.getDeclaredField("globalOpenTelemetry");
        global.setAccessible(true);
        return global.get(null) != null || isProvidedByAgent();
      } catch (ReflectiveOperationException e) {
        throw missing;
      }
    }
  }

  /** Returns whether OpenTelemetry's Java agent, which sets no instance, provides the spans. */
  private static boolean isProvidedByAgent() {
    String traceId = "00000000000000000000000000000001";
    String spanId = "0000000000000001";
    SpanContext context =
        SpanContext.create(traceId, spanId, TraceFlags.getDefault(), TraceState.getDefault());
    Class<?> wrapped = Span.wrap(context).getClass();
    return !wrapped.getPackageName().equals(Span.class.getPackageName());
  }

  private void register(Metric metric, Meter meter) {
    String name = PREFIX + metric.name();
    Consumer<ObservableDoubleMeasurement> reading =
        measured -> read(metric, (value, labels) -> measured.record(value.doubleValue(), labels));
    LongCounterBuilder counters = meter.counterBuilder(name).setDescription(metric.help());
    if (metric.kind() == Metric.Kind.COUNTER) {
      ObservableLongCounter counter =
          counters.buildWithCallback(
              measured ->
                  read(metric, (value, labels) -> measured.record(value.longValue(), labels)));
      closing.add(counter::close);
    } else if (metric.kind() == Metric.Kind.SUM) {
      ObservableDoubleCounter sum = counters.ofDoubles().buildWithCallback(reading);
      closing.add(sum::close);
    } else {
      ObservableDoubleGauge gauge =
          meter.gaugeBuilder(name).setDescription(metric.help()).buildWithCallback(reading);
      closing.add(gauge::close);
    }
  }

  private static void read(Metric metric, BiConsumer<Number, Attributes> measured) {
    metric
        .values()
        .get()
        .forEach((labelled, value) -> measured.accept(value, attributes(metric, labelled)));
  }

  private static Attributes attributes(Metric metric, List<String> labelled) {
    AttributesBuilder attributes = Attributes.builder();
    for (int i = 0; i < labelled.size(); i++) {
      String label = metric.labels().get(i);
      attributes.put(LABEL_KEYS.getOrDefault(label, PREFIX + label), labelled.get(i));
    }
    return attributes.build();
  }

  @Override
  public LoopEvent.@Nullable Trace trace() {
    SpanContext span = Span.current().getSpanContext();
    return span.isValid() ? new LoopEvent.Trace(span.getTraceId(), span.getSpanId()) : null;
  }

  /** Adds a finding to the current span of the calling thread, if any. */
  @Override
  public void accept(LoopEvent event) {
    if (!FINDINGS.contains(event.type())) {
      return;
    }
    AttributesBuilder attributes = Attributes.builder();
    event
        .toMap()
        .forEach(
            (member, value) -> {
              String key = member.equals("tool") ? TOOL : PREFIX + member;
              if (EXCLUDED.contains(member)) {
                return;
              }
              if (value instanceof Double amount) {
                attributes.put(key, amount);
              } else if (value instanceof Number number) {
                attributes.put(key, number.longValue());
              } else {
                attributes.put(key, value.toString());
              }
            });
    Span.current().addEvent("loop_sentinel.finding", attributes.build());
  }

  @Override
  public synchronized void close() {
    closing.forEach(Runnable::run);
    closing.clear();
  }
}
