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
record MissedEvents(Map<LoopEvent.Type, Long> heldBack, Map<LoopEvent.Type, Long> lost) {

  static final MissedEvents NOTHING = new MissedEvents(Map.of(), Map.of());

  /** Whether all was told. */
  boolean isNothing() {
    return heldBack.isEmpty() && lost.isEmpty();
  }

  /** Returns this and one more that was held back. */
  MissedEvents withHeldBack(LoopEvent.Type type) {
    return new MissedEvents(with(heldBack, type, 1), lost);
  }

  /** Returns this and some more that were lost. */
  MissedEvents withLost(LoopEvent.Type type, long count) {
    return new MissedEvents(heldBack, with(lost, type, count));
  }

  private static Map<LoopEvent.Type, Long> with(
      Map<LoopEvent.Type, Long> counts, LoopEvent.Type type, long count) {
    Map<LoopEvent.Type, Long> sum = new EnumMap<>(LoopEvent.Type.class);
    sum.putAll(counts);
    sum.merge(type, count, Long::sum);
    return Collections.unmodifiableMap(sum);
  }
}
