package io.loopsentinel.benchmarks.startup;

import java.util.List;
import java.util.Locale;

/** The median of some figures, and the least and the greatest of them. */
record Spread(double median, double min, double max) {

  static Spread of(List<Double> figures) {
    List<Double> sorted = figures.stream().sorted().toList();
    int middle = sorted.size() / 2;
    double median =
        sorted.size() % 2 == 1
            ? sorted.get(middle)
            : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    return new Spread(median, sorted.get(0), sorted.get(sorted.size() - 1));
  }

  /** Returns it for a cell of a table. */
  String markdown() {
    return String.format(Locale.ROOT, "%,.0f (%,.0f to %,.0f)", median, min, max);
  }

  /** Returns it as a JSON object. */
  String json() {
    return String.format(
        Locale.ROOT, "{\"median\": %.1f, \"min\": %.1f, \"max\": %.1f}", median, min, max);
  }
}
