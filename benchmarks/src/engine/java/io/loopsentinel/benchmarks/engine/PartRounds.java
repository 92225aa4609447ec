package io.loopsentinel.benchmarks.engine;

import com.sun.management.ThreadMXBean;
import io.loopsentinel.benchmarks.report.Goal;
import io.loopsentinel.benchmarks.report.Row;
import io.loopsentinel.benchmarks.report.Spread;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Measures parts in rounds: in each, every part runs for some milliseconds, in random order, and
 * its time is divided by that of the first part in the same round.
 *
 * <p>Not thread-safe.
 */
final class PartRounds {

  private static final long NANOS_A_MILLI = 1_000_000;

  /** In so many calls as warm up; a look takes half a microsecond. */
  private static final int LOOKS_AT_THE_CLOCK = 200;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Random random = new Random(1);
  private final int rounds;
  private final long nanos;
  private int calls;

  /** Written so that the compiler leaves no work out. */
  @SuppressWarnings("UnusedVariable")
  private long seen;

  /**
   * Creates what measures.
   *
   * @param millis how long each part runs in a round, processor time
   */
  PartRounds(int rounds, int millis) {
    this.rounds = rounds;
    this.nanos = millis * NANOS_A_MILLI;
  }

  /**
   * Measures.
   *
   * @param parts those to compare, first what they are compared with
   * @param callsToWarmUp how often each runs before
   * @return the first one's time, and how many times as long each other one took
   */
  List<Row> measure(List<Part> parts, int callsToWarmUp) {
    for (Part part : parts) {
      run(part, callsToWarmUp);
    }
    int batch = Math.max(1, callsToWarmUp / LOOKS_AT_THE_CLOCK);
    Map<Part, List<Double>> times = new HashMap<>();
    List<Part> order = new ArrayList<>(parts);
    for (int round = 0; round < rounds; round++) {
      Collections.shuffle(order, random);
      for (Part part : order) {
        times.computeIfAbsent(part, ignored -> new ArrayList<>()).add(time(part, batch));
      }
    }
    return rows(parts, times);
  }

  private static List<Row> rows(List<Part> parts, Map<Part, List<Double>> times) {
    Part first = parts.get(0);
    List<Double> base = times.getOrDefault(first, List.of());
    List<Row> rows = new ArrayList<>();
    rows.add(new Row(first.name(), Spread.of(base), "ns", Goal.none()));
    for (Part part : parts.subList(1, parts.size())) {
      List<Double> its = times.getOrDefault(part, List.of());
      List<Double> ratios = new ArrayList<>();
      for (int round = 0; round < its.size(); round++) {
        ratios.add(its.get(round) / base.get(round));
      }
      rows.add(new Row(part.name(), Spread.of(ratios), "times", Goal.none()));
    }
    return rows;
  }

  private double time(Part part, int batch) {
    long begin = threads.getCurrentThreadCpuTime();
    long done = 0;
    long now = begin;
    while (now - begin < nanos) {
      run(part, batch);
      done += batch;
      now = threads.getCurrentThreadCpuTime();
    }
    return (double) (now - begin) / done;
  }

  private void run(Part part, int times) {
    for (int i = 0; i < times; i++) {
      seen += part.work().applyAsLong(calls++);
    }
  }
}
