package io.loopsentinel.benchmarks.scale;

import io.loopsentinel.benchmarks.guarded.ChildJvm;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;

/**
 * Something that is done again and again in one thread.
 *
 * @param name of the figure that is told of it: nanoseconds of processor time
 */
record Workload(String name, Runnable step) {

  private static final int PASSES = 30;
  private static final int STEPS = 20_000;

  /** Measures workloads, some ten milliseconds of each in turn, and tells of the fastest pass. */
  static void tell(List<Workload> workloads) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    double[] fastest = new double[workloads.size()];
    Arrays.fill(fastest, Double.POSITIVE_INFINITY);
    for (int pass = 0; pass < PASSES; pass++) {
      for (int i = 0; i < fastest.length; i++) {
        Runnable step = workloads.get(i).step();
        long before = threads.getCurrentThreadCpuTime();
        for (int done = 0; done < STEPS; done++) {
          step.run();
        }
        double each = (double) (threads.getCurrentThreadCpuTime() - before) / STEPS;
        fastest[i] = Math.min(fastest[i], each);
      }
    }
    for (int i = 0; i < fastest.length; i++) {
      ChildJvm.tell(workloads.get(i).name(), fastest[i]);
    }
  }
}
