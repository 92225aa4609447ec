package io.loopsentinel.benchmarks.calls;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/**
 * Runs variants in rounds, so that what disturbs the machine for a while disturbs all of them.
 *
 * @param milliseconds of an iteration
 */
record Rounds(Forks forks, int milliseconds) {

  static final int ITERATIONS = 6;

  private static final String ALLOCATED = "gc.alloc.rate.norm";

  /** Returns what has to be measured for comparisons, each once. */
  static List<Variant> variants(Collection<Comparison> comparisons) {
    return comparisons.stream()
        .flatMap(comparison -> Stream.of(comparison.first(), comparison.second()))
        .distinct()
        .toList();
  }

  /** Returns what came out of each round. */
  List<Round> measure(Collection<Comparison> comparisons, int rounds) throws RunnerException {
    List<Round> measured = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      List<Variant> variants = new ArrayList<>(variants(comparisons));
      Collections.shuffle(variants, new Random(round));
      Map<Variant, Measurement> results = new HashMap<>();
      for (Variant variant : variants) {
        System.err.printf(
            "round %d of %d, %d of %d: %s",
            round, rounds, results.size() + 1, variants.size(), variant.title());
        Measurement measurement = measure(variant);
        results.put(variant, measurement);
        System.err.printf(": %.1f ns%n", measurement.nanoseconds());
      }
      measured.add(new Round(results));
    }
    return measured;
  }

  private Measurement measure(Variant variant) throws RunnerException {
    TimeValue time = TimeValue.milliseconds(milliseconds);
    Options options =
        new OptionsBuilder()
            .include("\\." + CallBenchmark.class.getSimpleName() + "\\." + variant.method() + "$")
            .param("subject", variant.subject().name())
            .param("arguments", variant.arguments().name())
            .param("result", variant.result().name())
            .jvmArgs(forks.options(variant.subject()).toArray(String[]::new))
            .forks(1)
            .warmupIterations(ITERATIONS)
            .warmupTime(time)
            .measurementIterations(ITERATIONS)
            .measurementTime(time)
            .addProfiler(GCProfiler.class)
            .addProfiler(CpuTimeProfiler.class)
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT)
            .build();
    RunResult result = new Runner(options).runSingle();
    return new Measurement(
        figure(result, CpuTimeProfiler.NANOSECONDS).getMin(), figure(result, ALLOCATED).getMean());
  }

  private static Statistics figure(RunResult result, String name) {
    return Objects.requireNonNull(result.getSecondaryResults().get(name), name).getStatistics();
  }
}
