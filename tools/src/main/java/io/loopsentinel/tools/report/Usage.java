package io.loopsentinel.tools.report;

import com.fasterxml.jackson.annotation.JsonValue;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** The sums of usage and findings; sums of 0 are absent. */
record Usage(@JsonValue Map<Measure, BigDecimal> sums) {

  /** The measures. Loops count once per session, findings (including budgets) each time. */
  enum Measure {
    CALLS,
    STOPPED,
    REUSED,
    NOT_REPEATED,
    FINDINGS,
    LOOPS,
    TURNS,
    COUNTED_TURNS,
    PRICED_TURNS,
    INPUT_TOKENS,
    CACHED_TOKENS,
    OUTPUT_TOKENS,
    COST_USD;

    @JsonValue
    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  Usage() {
    this(new EnumMap<>(Measure.class));
  }

  void add(Measure measure, BigDecimal amount) {
    if (amount.signum() != 0) {
      sums.merge(measure, amount, BigDecimal::add);
    }
  }

  void add(Usage other) {
    other.sums.forEach(this::add);
  }

  BigDecimal of(Measure measure) {
    return sums.getOrDefault(measure, BigDecimal.ZERO);
  }
}
