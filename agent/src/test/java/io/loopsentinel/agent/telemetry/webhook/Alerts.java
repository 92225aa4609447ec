package io.loopsentinel.agent.telemetry.webhook;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopEventBuilder;
import java.time.Instant;
import java.util.List;
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
    return new LoopEventBuilder(type, reason)
        .time(Instant.EPOCH)
        .session("conversation 7")
        .tool(tool)
        .target("acme")
        .loop("repeat", "ab".repeat(32), List.of(tool))
        .found(3, 4, 3)
        .action("terminate", null)
        .setting("overrides.search.threshold")
        .question(question)
        .callsStopped(5)
        .build();
  }
}
