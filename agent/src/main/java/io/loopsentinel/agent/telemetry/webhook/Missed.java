package io.loopsentinel.agent.telemetry.webhook;

import io.loopsentinel.LoopEvent;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The events that a receiver was not told of, counted by type.
 *
 * @param heldBack those beyond the limit of a minute
 * @param lost those that found the queue full, or that could not be delivered
 */
record Missed(Map<LoopEvent.Type, Long> heldBack, Map<LoopEvent.Type, Long> lost) {

  static final Missed NOTHING = new Missed(Map.of(), Map.of());

  Missed {
    heldBack = Collections.unmodifiableMap(heldBack);
    lost = Collections.unmodifiableMap(lost);
  }

  /** Whether all was told. */
  boolean isNothing() {
    return heldBack.isEmpty() && lost.isEmpty();
  }

  /** Returns this and one more that was held back. */
  Missed withHeldBack(LoopEvent.Type type) {
    return new Missed(sum(heldBack, Map.of(type, 1L)), lost);
  }

  /** Returns this and one more that was lost. */
  Missed withLost(LoopEvent.Type type) {
    return new Missed(heldBack, sum(lost, Map.of(type, 1L)));
  }

  /** Returns this and others. */
  Missed with(Missed others) {
    return new Missed(sum(heldBack, others.heldBack), sum(lost, others.lost));
  }

  private static Map<LoopEvent.Type, Long> sum(
      Map<LoopEvent.Type, Long> some, Map<LoopEvent.Type, Long> others) {
    Map<LoopEvent.Type, Long> sum = new EnumMap<>(LoopEvent.Type.class);
    sum.putAll(some);
    others.forEach((type, count) -> sum.merge(type, count, Long::sum));
    return sum;
  }
}
