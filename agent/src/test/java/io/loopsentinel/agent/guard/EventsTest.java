package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopEventBuilder;
import io.loopsentinel.ToolLoopError;
import io.loopsentinel.agent.telemetry.event.Count;
import io.loopsentinel.agent.telemetry.event.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The events about calls and turns. */
class EventsTest {

  private static final String SECRET = "the user's secret";

  private static final String TARGETS =
      """
        targets:
          - {name: turn, kind: turn, type: TYPE, method: ask, session: '"s"', text: return}
          - {name: tool, kind: tool, type: TYPE, method: dispatch, session: '"s"', tool: arg0, args: arg1}
          - {name: run, kind: run, type: TYPE, method: answer, session: '"s"'}
      """;

  private final List<LoopEvent> events = new ArrayList<>();

  /** A model, its tools and what goes round between them. */
  interface Agent {
    String ask(String message);

    String dispatch(String tool, Map<String, Object> arguments);

    String answer(String question);
  }

  @Test
  void reportTheFindingAndTheHint() throws Exception {
    GuardedCalls calls = listenedTo("sentinel:\n");

    dispatch(calls, 4);

    assertThat(events)
        .extracting(LoopEvent::type)
        .containsExactly(LoopEvent.Type.LOOP_DETECTED, LoopEvent.Type.TOOL_RESULT);
    LoopEvent detected = events.get(0);
    assertThat(detected.session()).isEqualTo("s");
    assertThat(detected.tool()).isEqualTo("search");
    assertThat(detected.target()).isEqualTo("tool");
    assertThat(detected.reason()).isEqualTo("search called again after 3 matching calls");
    assertThat(detected.callsStopped()).isEqualTo(1);
    LoopEvent.Loop loop = Objects.requireNonNull(detected.loop());
    assertThat(loop.fingerprint()).matches("[0-9a-f]{64}");
    assertThat(loop)
        .isEqualTo(
            new LoopEventBuilder(detected.type(), detected.reason())
                .loop("repeat", loop.fingerprint(), List.of("search"))
                .found(1, 3, 3)
                .action("hint", null)
                .setting("overrides.search.threshold")
                .build()
                .loop());
    assertThat(events.get(1).message())
        .startsWith("loop-detected: search called again after 3 matching calls. This call was not");
  }

  @Test
  void reportTheStepsOfACycleWithTheBeginningsOfTheirArguments() throws Exception {
    GuardedCalls calls =
        listenedTo("sentinel:\n  telemetry: {include_arguments: true, redact: [token]}\n");
    Map<String, Object> read = Map.of("file", "a.txt", "token", SECRET);
    Map<String, Object> write = Map.of("text", "x".repeat(200));

    for (int i = 0; i < 3; i++) {
      dispatch(calls, "read", read, "ran");
      dispatch(calls, "write", write, "ran");
    }

    LoopEvent.Loop loop = Objects.requireNonNull(events.get(0).loop());
    assertThat(loop.steps()).hasSize(2).startsWith("read {\"file\":\"a.txt\"}");
    assertThat(loop.steps().get(1)).startsWith("write {\"text\":\"xxx").hasSize(6 + 80);
  }

  @Test
  void reportTerminationOnceAndCountRefusedCalls() throws Exception {
    GuardedCalls calls = listenedTo("sentinel:\n  default: {escalation: [terminate]}\n");
    dispatch(calls, 3);

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> dispatch(calls)).isInstanceOf(ToolLoopError.class);
    }

    assertThat(events)
        .extracting(LoopEvent::type)
        .containsExactly(
            LoopEvent.Type.LOOP_DETECTED,
            LoopEvent.Type.LOOP_ESCALATED,
            LoopEvent.Type.SESSION_TERMINATED);
    Statistics statistics = calls.telemetry().statistics();
    assertThat(statistics.total(Count.CALLS)).isEqualTo(6);
    assertThat(statistics.stopped()).isEqualTo(3);
    assertThat(statistics.named(Count.STOPPED_BY_TOOL)).isEqualTo(Map.of("search", 3L));
    assertThat(statistics.named(Count.FINDINGS_BY_DETECTOR)).isEqualTo(Map.of("repeat", 1L));
  }

  @Test
  void reportAContinuingLoopOncePerRun() throws Exception {
    GuardedCalls calls = listenedTo("sentinel:\n");
    loopUntilAborted(calls);

    run(calls);
    loopUntilAborted(calls);

    assertThat(events)
        .filteredOn(event -> event.type() == LoopEvent.Type.LOOP_ESCALATED)
        .extracting(event -> Objects.requireNonNull(event.loop()).rung())
        .containsExactly(2, 2);
  }

  @Test
  void reportALoopThatWouldEndTheRunInModeObserve() throws Exception {
    GuardedCalls calls =
        listenedTo("sentinel:\n  mode: observe\n  default: {escalation: [abort]}\n");

    dispatch(calls, 6);

    assertThat(events)
        .filteredOn(event -> event.type() == LoopEvent.Type.LOOP_ESCALATED)
        .extracting(event -> Objects.requireNonNull(event.loop()).action())
        .containsExactly("observe");
  }

  @Test
  void raiseNoAlarmAboutLoopsThatAreNotToBeStopped() throws Exception {
    GuardedCalls calls = listenedTo("sentinel:\n  overrides: {search: {action: observe}}\n");

    dispatch(calls, 6);

    assertThat(events).extracting(LoopEvent::type).containsOnly(LoopEvent.Type.LOOP_DETECTED);
  }

  @Test
  void reportOnlyRunsThatResetATerminatedSession() throws Exception {
    GuardedCalls calls = listenedTo("sentinel:\n  default: {escalation: [terminate]}\n");
    run(calls);
    run(calls);
    dispatch(calls, 3);
    assertThatThrownBy(() -> dispatch(calls)).isInstanceOf(ToolLoopError.class);

    run(calls);

    assertThat(events)
        .extracting(LoopEvent::type)
        .containsExactly(
            LoopEvent.Type.LOOP_DETECTED,
            LoopEvent.Type.LOOP_ESCALATED,
            LoopEvent.Type.SESSION_TERMINATED,
            LoopEvent.Type.SESSION_RESET);
  }

  @Test
  void reportRepeatedTurnsAndBudgets() throws Exception {
    GuardedCalls calls = listenedTo("sentinel:\n  budget: {turns: 5}\n");

    for (int i = 0; i < 4; i++) {
      ask(calls, "I need more information");
    }
    ask(calls, "Another thought");
    assertThatThrownBy(() -> ask(calls, "One more")).isInstanceOf(ToolLoopError.class);

    assertThat(events)
        .extracting(LoopEvent::type)
        .containsExactly(
            LoopEvent.Type.TURN_WARNED,
            LoopEvent.Type.BUDGET_EXCEEDED,
            LoopEvent.Type.SESSION_TERMINATED);
  }

  @Test
  void reportTheFindingWithoutActionInModeObserve() throws Exception {
    GuardedCalls calls = listenedTo("sentinel:\n  mode: observe\n");

    dispatch(calls, 4);

    assertThat(events).extracting(LoopEvent::type).containsOnly(LoopEvent.Type.LOOP_DETECTED);
    LoopEvent.Loop loop = Objects.requireNonNull(events.get(0).loop());
    assertThat(loop.action()).isEqualTo("observe");
    assertThat(loop.would()).isEqualTo("hint");
    assertThat(calls.telemetry().statistics().named(Count.OBSERVED_BY_TOOL))
        .isEqualTo(Map.of("search", 1L));
    assertThat(calls.telemetry().statistics().stopped()).isZero();
  }

  @Test
  void reportUnfitAndFailingTargets() throws Exception {
    GuardedCalls calls =
        listeningTo(
            """
            sentinel:
              targets:
                - {name: unfit, kind: tool, type: TYPE, method: dispatch, tool: arg0.nothing}
                - {name: failing, kind: turn, type: TYPE, method: ask, text: 'return["x"][0]'}
            """);
    Guard failing = calls.guard("ask");

    dispatch(calls);
    for (int i = 0; i < 27; i++) {
      failing.call(() -> "no list", "hello");
    }

    assertThat(reasonsOfErrorsOf("unfit")).singleElement().asString().contains("\"nothing\"");
    assertThat(reasonsOfErrorsOf("failing"))
        .singleElement()
        .asString()
        .contains("is switched off: its calls run unguarded");
  }

  @Test
  void holdNothingOfArgumentsResultsAndTurns() throws Exception {
    GuardedCalls calls =
        listenedTo(
            """
            sentinel:
              detectors: {cycle: {enabled: false}}
              overrides: {read: {message: "Stop {tool} with {args}"}}
            """);

    for (int i = 0; i < 5; i++) {
      dispatch(calls, "search", Map.of("q", SECRET), "failed: " + SECRET);
      dispatch(calls, "read", Map.of("q", SECRET), "result " + SECRET);
      ask(calls, SECRET);
    }

    assertThat(events)
        .extracting(LoopEvent::type)
        .contains(LoopEvent.Type.TOOL_RESULT, LoopEvent.Type.TURN_WARNED);
    assertThat(events).noneMatch(event -> event.toMap().toString().contains("secret"));
    assertThat(events)
        .extracting(LoopEvent::message)
        .contains("loop-detected: Stop read with (not shown)");
  }

  @Test
  void showRedactedArgumentsIfConfigured() throws Exception {
    GuardedCalls calls =
        listenedTo(
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
      dispatch(calls, "search", arguments, "ran");
    }

    assertThat(events)
        .isNotEmpty()
        .extracting(LoopEvent::arguments)
        .containsOnly("{\"login\":{\"user\":\"ann\"},\"q\":\"line\\n\\u001b[31m\"}");
    assertThat(events).noneMatch(event -> event.toMap().toString().contains("secret"));
  }

  @Test
  void showNothingOfArgumentsInWhichNoPathCanBeRedacted() throws Exception {
    GuardedCalls calls =
        listenedTo("sentinel:\n  telemetry: {include_arguments: true, redact: ['**.password']}\n");

    for (int i = 0; i < 4; i++) {
      calls.call("dispatch", () -> "ran", "login", "password=" + SECRET);
    }

    assertThat(events).isNotEmpty().extracting(LoopEvent::arguments).containsOnly("…");
  }

  @Test
  void cutLongArguments() throws Exception {
    GuardedCalls calls = listenedTo("sentinel:\n  telemetry: {include_arguments: true}\n");

    for (int i = 0; i < 4; i++) {
      dispatch(calls, "write", Map.of("text", "x".repeat(1_000_000)), "ran");
    }

    assertThat(events)
        .isNotEmpty()
        .allSatisfy(event -> assertThat(event.arguments()).hasSize(2_000).endsWith("…"));
  }

  @Test
  void tellTheMoneyOfACapBelowADollar() throws Exception {
    GuardedCalls calls =
        listeningTo(
            """
            sentinel:
              budget: {cost_usd: 0.25, prices: {"*": {input: 20000, output: 0}}}
              targets:
                - name: turn
                  kind: turn
                  type: TYPE
                  method: ask
                  session: '"s"'
                  model: '"big"'
                  input_tokens: return.length()
            """);

    for (int i = 0; i < 3; i++) {
      ask(calls, "word" + i);
    }

    LoopEvent event = only(LoopEvent.Type.BUDGET_EXCEEDED);
    assertThat(event.reason()).isEqualTo("budget.cost_usd is used up with $0.30");
    assertThat(event.spending()).isEqualTo(LoopEventBuilder.spending(0.3, 0.25));
  }

  @Test
  void tellNoMoneyOfOtherCapsAndLoops() throws Exception {
    GuardedCalls calls = listenedTo("sentinel:\n  budget: {tool_calls: 2}\n");

    dispatch(calls, 3);

    assertThat(events).isNotEmpty().extracting(LoopEvent::spending).containsOnlyNulls();
  }

  @Test
  void tellTheConversationAroundARun() throws Exception {
    GuardedCalls calls =
        listeningTo(
            """
            sentinel:
              targets:
                - {name: talk, kind: run, type: TYPE, method: ask, session: '"c-7"', reset: false}
                - {name: run, kind: run, type: TYPE, method: answer}
                - {name: tool, kind: tool, type: TYPE, method: dispatch, tool: arg0, args: arg1}
            """);

    calls.call("ask", () -> calls.call("answer", () -> looped(calls), "question"), "hi");
    assertThat(events).isNotEmpty().extracting(LoopEvent::conversation).containsOnly("c-7");
    assertThat(events).extracting(LoopEvent::session).doesNotContain("c-7");

    events.clear();
    calls.call("ask", () -> looped(calls), "hi");
    assertThat(events).isNotEmpty().extracting(LoopEvent::conversation).containsOnlyNulls();
  }

  private static String looped(GuardedCalls calls) throws Exception {
    dispatch(calls, 4);
    return "answer";
  }

  private LoopEvent only(LoopEvent.Type type) {
    List<LoopEvent> found = events.stream().filter(event -> event.type() == type).toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private GuardedCalls listenedTo(String settings) {
    return listeningTo(settings + TARGETS);
  }

  private GuardedCalls listeningTo(String yaml) {
    GuardedCalls calls = GuardedCalls.of(Agent.class, yaml);
    calls.listen(events::add);
    return calls;
  }

  private List<String> reasonsOfErrorsOf(String target) {
    return events.stream()
        .filter(event -> event.type() == LoopEvent.Type.AGENT_ERROR)
        .filter(event -> target.equals(event.target()))
        .map(LoopEvent::reason)
        .toList();
  }

  private static void dispatch(GuardedCalls calls, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      dispatch(calls);
    }
  }

  private static @Nullable Object dispatch(GuardedCalls calls) throws Exception {
    return dispatch(calls, "search", Map.of("q", "x"), "ran");
  }

  private static @Nullable Object dispatch(
      GuardedCalls calls, String tool, Map<String, Object> arguments, String result)
      throws Exception {
    return calls.call("dispatch", () -> result, tool, arguments);
  }

  private static @Nullable Object ask(GuardedCalls calls, String text) throws Exception {
    return calls.call("ask", () -> text, "hello");
  }

  private static void loopUntilAborted(GuardedCalls calls) throws Exception {
    dispatch(calls, 5);
    assertThatThrownBy(() -> dispatch(calls)).isInstanceOf(ToolLoopError.class);
  }

  private static void run(GuardedCalls calls) throws Exception {
    calls.call("answer", () -> "answer", "question");
  }
}
