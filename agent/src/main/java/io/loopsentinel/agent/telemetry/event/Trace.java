package io.loopsentinel.agent.telemetry.event;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What {@code replay} needs beside events to judge again what was judged: a call, a turn, or the
 * new beginning of a session, by names, hashes and sizes.
 *
 * @param values by their documented names, in order; {@code docs/events.md} tells them
 */
public record Trace(Map<String, Object> values) {

  public Trace {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }
}
