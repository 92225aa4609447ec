package io.loopsentinel.benchmarks.calls;

import io.loopsentinel.benchmarks.guarded.ArgumentsKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs variants side by side, in JVMs that take turns: an iteration of each is a round.
 *
 * @param rounds how many iterations are measured
 * @param milliseconds of an iteration
 */
record Rounds(Forks forks, int rounds, int milliseconds) {

  private static final int ITERATIONS_TO_WARM_UP = 8;

  /**
   * In the last one the JVMs that had their turn end, which made it twice as long for the others.
   */
  private static final int ITERATIONS_TO_END = 1;

  private static final String ALLOCATED = "gc.alloc.rate.norm";

  /** Returns the result of each round. */
  List<Round> measure(Collection<Comparison> comparisons)
      throws IOException, InterruptedException, ExecutionException {
    List<Map<Variant, Measurement>> measured =
        Stream.<Map<Variant, Measurement>>generate(HashMap::new).limit(rounds).toList();
    // Only what has the same arguments is compared, and so many JVMs would need much memory.
    Map<ArgumentsKind, List<Variant>> groups =
        Comparison.variants(comparisons).stream()
            .collect(Collectors.groupingBy(Variant::arguments, TreeMap::new, Collectors.toList()));
    for (List<Variant> group : groups.values()) {
      for (Map.Entry<Variant, BenchmarkResult> result : run(group).entrySet()) {
        List<IterationResult> iterations = List.copyOf(result.getValue().getIterationResults());
        for (int round = 0; round < rounds; round++) {
          measured.get(round).put(result.getKey(), measurement(iterations.get(round)));
        }
      }
    }
    return measured.stream().map(Round::new).toList();
  }

  private Map<Variant, BenchmarkResult> run(Collection<Variant> variants)
      throws IOException, InterruptedException, ExecutionException {
    ExecutorService runners = Executors.newCachedThreadPool();
    Map<Variant, Future<BenchmarkResult>> results = new HashMap<>();
    try (Turns turns = new Turns()) {
      for (Variant variant : variants) {
        System.err.println("starting " + variant.title());
        Options options = options(variant, turns);
        Future<BenchmarkResult> result =
            runners.submit(
                () -> new Runner(options).runSingle().getBenchmarkResults().iterator().next());
        results.put(variant, result);
        turns.join(result, ITERATIONS_TO_WARM_UP);
      }
      System.err.printf("measuring %d rounds of %d variants%n", rounds, variants.size());
      turns.give(rounds + ITERATIONS_TO_END);
      Map<Variant, BenchmarkResult> measured = new HashMap<>();
      for (Variant variant : variants) {
        measured.put(variant, Objects.requireNonNull(results.get(variant)).get());
      }
      return measured;
    } finally {
      runners.shutdown();
    }
  }

  private Options options(Variant variant, Turns turns) {
    TimeValue time = TimeValue.milliseconds(milliseconds);
    List<String> jvm = new ArrayList<>(forks.options(variant.subject()));
    jvm.add(turns.option());
    return new OptionsBuilder()
        .include("\\." + CallBenchmark.class.getSimpleName() + "\\." + variant.method() + "$")
        .param("subject", variant.subject().name())
        .param("arguments", variant.arguments().name())
        .param("result", variant.result().name())
        .jvmArgs(jvm.toArray(String[]::new))
        .forks(1)
        .warmupIterations(ITERATIONS_TO_WARM_UP)
        .warmupTime(time)
        .measurementIterations(rounds + ITERATIONS_TO_END)
        .measurementTime(time)
        .addProfiler(GCProfiler.class)
        .addProfiler(CpuTimeProfiler.class)
        .shouldFailOnError(true)
        .verbosity(VerboseMode.SILENT)
        .build();
  }

  private static Measurement measurement(IterationResult iteration) {
    return new Measurement(
        figure(iteration, CpuTimeProfiler.NANOSECONDS), figure(iteration, ALLOCATED));
  }

  private static double figure(IterationResult iteration, String name) {
    return Objects.requireNonNull(iteration.getSecondaryResults().get(name), name).getScore();
  }
}
