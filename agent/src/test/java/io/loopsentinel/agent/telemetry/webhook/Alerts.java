package io.loopsentinel.agent.telemetry.webhook;

import io.loopsentinel.LoopEvent;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Events for tests. */
final class Alerts {

  private Alerts() {}

  /** The end of a session, told from others by its reason. */
  static LoopEvent terminated(String reason) {
    return event(LoopEvent.Type.SESSION_TERMINATED, "search", reason);
  }

  static LoopEvent event(LoopEvent.Type type, String tool, String reason) {
    return new LoopEvent(
        type,
        Instant.EPOCH,
        "conversation 7",
        null,
        tool,
        "acme",
        Map.of(),
        new LoopEvent.Loop(
            "repeat",
            3,
            "terminate",
            null,
            4,
            3,
            List.of(tool),
            "ab".repeat(32),
            "overrides.search.threshold"),
        reason,
        null,
        null,
        null,
        5,
        null,
        null);
  }
}
