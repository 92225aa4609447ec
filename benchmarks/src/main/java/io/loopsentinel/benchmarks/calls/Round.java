package io.loopsentinel.benchmarks.calls;

import java.util.Map;
import java.util.Objects;

/** What came out of a round. */
record Round(Map<Variant, Measurement> measurements) {

  Measurement of(Variant variant) {
    return Objects.requireNonNull(measurements.get(variant), variant::title);
  }

  /** Returns how two variants compare. */
  double of(Comparison comparison) {
    return comparison.measure().of(of(comparison.first()), of(comparison.second()));
  }
}
