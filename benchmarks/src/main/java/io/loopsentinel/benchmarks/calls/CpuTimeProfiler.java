package io.loopsentinel.benchmarks.calls;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Measures the processor time that the calling threads take for a call, when it is this JVM's turn.
 *
 * <p>Where a processor is shared with other work, elapsed time tells more of that than of the call.
 * What other threads do in the meantime, such as collecting garbage, is not in it.
 */
public final class CpuTimeProfiler implements InternalProfiler {

  static final String NANOSECONDS = "cpu";

  private static final String WORKER = "-jmh-worker-";

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private @Nullable Turn turn;
  private long before;

  /** Creates the profiler, for JMH. */
  public CpuTimeProfiler() {}

  @Override
  public String getDescription() {
    return "processor time of the threads that call";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    if (turn == null) {
      // Not before: JMH makes a profiler in the JVM that starts the others, too.
      turn = new Turn();
    }
    turn.begin();
    before = ofWorkers();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    long after = ofWorkers();
    Objects.requireNonNull(turn, "an iteration begins before it ends").end();
    double time = (double) (after - before) / result.getMetadata().getAllOps();
    return List.of(new ScalarResult(NANOSECONDS, time, "ns/op", AggregationPolicy.AVG));
  }

  private long ofWorkers() {
    long time = 0;
    for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (thread != null && thread.getThreadName().contains(WORKER)) {
        time += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
      }
    }
    return time;
  }
}
