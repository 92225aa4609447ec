package io.loopsentinel.agent.page;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopEventBuilder;
import io.loopsentinel.agent.management.AgentLifecycle;
import io.loopsentinel.agent.management.GuardedTargets;
import io.loopsentinel.agent.management.ManagedSentinel;
import io.loopsentinel.agent.management.SessionDirectory;
import io.loopsentinel.agent.question.Questions;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.settings.RuntimeSwitches;
import io.loopsentinel.management.SentinelMXBean;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What pages under test ask, and what they are about. */
final class Sentinels {

  private Sentinels() {}

  static SentinelMXBean of(
      String channel, Telemetry telemetry, RuntimeSwitches switches, Questions questions) {
    return new ManagedSentinel(
        channel,
        new NoLife(),
        telemetry,
        new SessionDirectory(telemetry, () -> false, List::of),
        switches,
        questions,
        new GuardedTargets(List::of, List::of, List::of),
        () -> "");
  }

  static LoopEvent waiting(LoopEvent.Question question) {
    return waiting(question, "pay", Map.of(), null);
  }

  /** Returns that a call of a tool with labels and arguments waits. */
  static LoopEvent waiting(
      LoopEvent.Question question,
      String tool,
      Map<String, String> labels,
      @Nullable String arguments) {
    return new LoopEventBuilder(LoopEvent.Type.CALL_WAITING, "called again")
        .time(Instant.EPOCH)
        .session("c-7")
        .tool(tool)
        .labels(labels)
        .question(question)
        .arguments(arguments)
        .build();
  }

  private static final class NoLife implements AgentLifecycle {

    @Override
    public boolean isReloadFailed() {
      return false;
    }

    @Override
    public String version() {
      return "1.0";
    }

    @Override
    public String configuration() {
      return "defaults";
    }

    @Override
    public String watched() {
      return "";
    }

    @Override
    public String reload() {
      return "";
    }

    @Override
    public void detach() {}
  }
}
