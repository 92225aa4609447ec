package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.LoopEvent;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What events show of arguments, results and turns. */
class EventArgumentsTest {

  private static final String SECRET = "the user's secret";

  @Test
  void reportTheStepsOfACycleWithTheBeginningsOfTheirArguments() throws Exception {
    ListenedAgent agent =
        ListenedAgent.of("sentinel:\n  telemetry: {include_arguments: true, redact: [token]}\n");
    Map<String, Object> read = Map.of("file", "a.txt", "token", SECRET);
    Map<String, Object> write = Map.of("text", "x".repeat(200));

    for (int i = 0; i < 3; i++) {
      agent.dispatch("read", read, "ran");
      agent.dispatch("write", write, "ran");
    }

    LoopEvent.Loop loop = Objects.requireNonNull(agent.events.get(0).loop());
    assertThat(loop.steps()).hasSize(2).startsWith("read {\"file\":\"a.txt\"}");
    assertThat(loop.steps().get(1)).startsWith("write {\"text\":\"xxx").hasSize(6 + 80);
  }

  @Test
  void holdNothingOfArgumentsResultsAndTurns() throws Exception {
    ListenedAgent agent =
        ListenedAgent.of(
            """
            sentinel:
              detectors: {cycle: {enabled: false}}
              overrides: {read: {message: "Stop {tool} with {args}"}}
            """);

    for (int i = 0; i < 5; i++) {
      agent.dispatch("search", Map.of("q", SECRET), "failed: " + SECRET);
      agent.dispatch("read", Map.of("q", SECRET), "result " + SECRET);
      agent.ask(SECRET);
    }

    assertThat(agent.events)
        .extracting(LoopEvent::type)
        .contains(LoopEvent.Type.TOOL_RESULT, LoopEvent.Type.TURN_WARNED);
    assertThat(agent.events).noneMatch(event -> event.toMap().toString().contains("secret"));
    assertThat(agent.events)
        .extracting(LoopEvent::message)
        .contains("loop-detected: Stop read with (not shown)");
  }

  @Test
  void showRedactedArgumentsIfConfigured() throws Exception {
    ListenedAgent agent =
        ListenedAgent.of(
            "sentinel:\n  telemetry: {include_arguments: true, redact: [password, '**.token']}\n");
    Map<String, Object> arguments =
        Map.of(
            "q",
            "line\n\u001b[31m",
            "password",
            SECRET,
            "login",
            Map.of("token", SECRET, "user", "ann"));

    for (int i = 0; i < 4; i++) {
      agent.dispatch("search", arguments, "ran");
    }

    assertThat(agent.events)
        .isNotEmpty()
        .extracting(LoopEvent::arguments)
        .containsOnly("{\"login\":{\"user\":\"ann\"},\"q\":\"line\\n\\u001b[31m\"}");
    assertThat(agent.events).noneMatch(event -> event.toMap().toString().contains("secret"));
  }

  @Test
  void showNothingOfArgumentsInWhichNoPathCanBeRedacted() throws Exception {
    ListenedAgent agent =
        ListenedAgent.of(
            "sentinel:\n  telemetry: {include_arguments: true, redact: ['**.password']}\n");

    for (int i = 0; i < 4; i++) {
      agent.calls.call("dispatch", () -> "ran", "login", "password=" + SECRET);
    }

    assertThat(agent.events).isNotEmpty().extracting(LoopEvent::arguments).containsOnly("…");
  }

  @Test
  void cutLongArguments() throws Exception {
    ListenedAgent agent = ListenedAgent.of("sentinel:\n  telemetry: {include_arguments: true}\n");

    for (int i = 0; i < 4; i++) {
      agent.dispatch("write", Map.of("text", "x".repeat(1_000_000)), "ran");
    }

    assertThat(agent.events)
        .isNotEmpty()
        .allSatisfy(event -> assertThat(event.arguments()).hasSize(2_000).endsWith("…"));
  }
}
