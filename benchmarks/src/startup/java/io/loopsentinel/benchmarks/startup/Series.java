package io.loopsentinel.benchmarks.startup;

import io.loopsentinel.benchmarks.report.Spread;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Launches of one application in rounds: each has every variant once, and each begins with another.
 * So a machine that gets slower meets all of them, and differences are taken within a round.
 */
final class Series {

  private final Application application;
  private final Map<Variant, List<Launch>> launches = new LinkedHashMap<>();

  Series(Application application, List<Variant> variants) {
    this.application = application;
    variants.forEach(variant -> launches.put(variant, new ArrayList<>()));
  }

  void round(int number, File output) throws IOException, InterruptedException {
    List<Variant> variants = variants();
    for (int i = 0; i < variants.size(); i++) {
      Variant variant = variants.get((i + number) % variants.size());
      times(variant).add(Launch.of(variant, application, output));
    }
  }

  Application application() {
    return application;
  }

  /** Returns the variants, in their order. */
  List<Variant> variants() {
    return List.copyOf(launches.keySet());
  }

  Spread spread(Variant variant, ToDoubleFunction<Launch> figure) {
    return Spread.of(times(variant).stream().mapToDouble(figure).boxed().toList());
  }

  /** Returns how much more a variant took than that of a role in the same round. */
  Spread over(Variant.Role base, Variant variant, ToDoubleFunction<Launch> figure) {
    List<Launch> less = times(first(base));
    List<Launch> more = times(variant);
    return Spread.of(
        IntStream.range(0, less.size())
            .mapToObj(i -> figure.applyAsDouble(more.get(i)) - figure.applyAsDouble(less.get(i)))
            .toList());
  }

  private Variant first(Variant.Role role) {
    return variants().stream().filter(each -> each.role() == role).findFirst().orElseThrow();
  }

  private List<Launch> times(Variant variant) {
    return launches.getOrDefault(variant, new ArrayList<>());
  }
}
