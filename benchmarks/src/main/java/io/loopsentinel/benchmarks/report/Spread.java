package io.loopsentinel.benchmarks.report;

import java.util.Collection;
import java.util.List;

/**
 * How a figure came out over several rounds.
 *
 * @param figures in the order of the rounds
 */
public record Spread(double median, double lowest, double highest, List<Double> figures) {

  /**
   * Returns the spread of figures.
   *
   * @param figures one for each round, at least one
   */
  public static Spread of(Collection<Double> figures) {
    double[] sorted = figures.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(median, sorted[0], sorted[sorted.length - 1], List.copyOf(figures));
  }
}
