package io.loopsentinel.agent.telemetry.application;

import io.loopsentinel.agent.telemetry.event.Metric;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The application's Micrometer, with a meter for each value as soon as it exists. */
public final class MicrometerBridge implements ApplicationLibrary {

  private final Map<String, Meter> meters = new HashMap<>();

  @Override
  public synchronized boolean register(List<Metric> metrics) {
    for (Metric metric : metrics) {
      metric
          .values()
          .get()
          .forEach(
              (labelled, value) ->
                  meters.computeIfAbsent(metric.name() + labelled, key -> meter(metric, labelled)));
    }
    return true;
  }

  private static Meter meter(Metric metric, List<String> labelled) {
    String name = "loop.sentinel." + metric.name().replace('_', '.');
    Tags tags = Tags.empty();
    for (int i = 0; i < labelled.size(); i++) {
      tags = tags.and(metric.labels().get(i), labelled.get(i));
    }
    ToDoubleFunction<Metric> reading =
        read -> {
          Number number = read.values().get().get(labelled);
          return number == null ? 0 : number.doubleValue();
        };
    return metric.kind() != Metric.Kind.GAUGE
        ? FunctionCounter.builder(name, metric, reading)
            .tags(tags)
            .description(metric.help())
            .register(Metrics.globalRegistry)
        : Gauge.builder(name, metric, reading)
            .tags(tags)
            .description(metric.help())
            .register(Metrics.globalRegistry);
  }

  @Override
  public synchronized void close() {
    meters.values().forEach(Metrics.globalRegistry::remove);
    meters.clear();
  }
}
