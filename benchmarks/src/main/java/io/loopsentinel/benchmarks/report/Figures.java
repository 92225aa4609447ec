package io.loopsentinel.benchmarks.report;

import java.util.Locale;

/** Writes figures. */
final class Figures {

  private Figures() {}

  /** Returns a figure with three digits, or all those before the point. */
  static String of(double figure) {
    double size = Math.abs(figure);
    if (figure == Math.rint(figure) || size >= 100) {
      return String.format(Locale.ROOT, "%,d", Math.round(figure));
    }
    return String.format(Locale.ROOT, size < 10 ? "%.2f" : "%.1f", figure);
  }
}
