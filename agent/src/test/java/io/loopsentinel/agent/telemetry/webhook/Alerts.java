package io.loopsentinel.agent.telemetry.webhook;

import io.loopsentinel.LoopEvent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Events for tests. */
final class Alerts {

  private Alerts() {}

  /** The end of a session, told from others by its reason. */
  static LoopEvent terminated(String reason) {
    return event(LoopEvent.Type.SESSION_TERMINATED, "search", reason);
  }

  /** A call that waits for a person. */
  static LoopEvent waiting(LoopEvent.Question question) {
    return event(LoopEvent.Type.CALL_WAITING, "pay", "pay called again", question);
  }

  static LoopEvent event(LoopEvent.Type type, String tool, String reason) {
    return event(type, tool, reason, null);
  }

  private static LoopEvent event(
      LoopEvent.Type type, String tool, String reason, LoopEvent.@Nullable Question question) {
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
        question,
        null,
        5,
        null,
        null);
  }
}
