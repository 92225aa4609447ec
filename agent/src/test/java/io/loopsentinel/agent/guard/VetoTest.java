package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.ToolLoopError;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.session.view.SessionState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The application decides about an action before it is taken. */
class VetoTest {

  private static final String HINT = "loop-detected: search has already run 3 times";

  /** More time in milliseconds than any thread needs. */
  private static final long PATIENT = 60_000;

  private final List<LoopEvent> asked = new ArrayList<>();

  /** A dispatcher whose results are text. */
  interface Dispatcher {
    String dispatch(String tool, String query);

    List<String> dispatchAll(List<String> tools);
  }

  @Test
  void makesAHintMilderAndTheCallCountsAsRun() throws Exception {
    GuardedCalls calls = decided("", decision("observe", null));

    for (int i = 0; i < 6; i++) {
      assertThat(call(calls)).isEqualTo("ran");
    }

    assertThat(asked)
        .extracting(event -> Objects.requireNonNull(event.loop()).count())
        .as("the calls that ran before")
        .containsExactly(3, 4, 5);
    assertThat(calls.log())
        .contains("finding 1 of this loop, observed, as the application decided");
    assertThat(calls.telemetry().statistics().stopped()).isZero();
  }

  @Test
  void receivesThePlannedAction() throws Exception {
    GuardedCalls calls = decided("", decision(null, null));

    loop(calls, 4);

    LoopEvent event = asked.get(0);
    assertThat(event.type()).isEqualTo(LoopEvent.Type.LOOP_DETECTED);
    assertThat(event.session()).isEqualTo("s");
    assertThat(event.tool()).isEqualTo("search");
    assertThat(Objects.requireNonNull(event.loop()).action()).isEqualTo("hint");
    assertThat(event.arguments()).isNull();
  }

  /** Half of one is refused by providers, because it cannot be encoded. */
  @Test
  void isCutBeforeACharacterThatDoesNotFit() throws Exception {
    GuardedCalls calls = decided("", decision(null, "x".repeat(1_999) + "\ud83d\ude00"));
    loop(calls, 3);

    assertThat(call(calls)).asString().endsWith("x".repeat(1_999));
  }

  @Test
  void takesTheEndOfASessionBack() throws Exception {
    GuardedCalls calls = decided("  default: {action: terminate}\n", decision("warn", null));

    loop(calls, 3);

    assertThat(call(calls)).asString().startsWith("ran\n\nloop-detected");
    assertThat(calls.engine().sessions().values()).noneMatch(SessionState::isTerminated);
  }

  @Test
  void makesAWarningStricter() throws Exception {
    GuardedCalls calls = decided("  default: {action: warn}\n", decision("abort", null));
    loop(calls, 3);

    assertThatThrownBy(() -> call(calls)).isInstanceOf(ToolLoopError.class);
    assertThat(calls.log()).contains("aborted, as the application decided");
  }

  @Test
  void letsTheEffectOfACallThatItStoppedHappenLater() throws Exception {
    AtomicReference<@Nullable String> action = new AtomicReference<>("hint");
    GuardedCalls calls =
        decided(
            """
              default: {action: warn}
              overrides: {pay: {identity: {only: [note]}, effect: {once: [order]}}}
            """,
            event -> Arrays.asList(action.get(), null));
    for (int order = 1; order <= 3; order++) {
      assertThat(pay(calls, order)).isEqualTo("paid");
    }
    assertThat(pay(calls, 4)).asString().startsWith("loop-detected");
    action.set(null);

    assertThat(pay(calls, 4)).asString().startsWith("paid");
  }

  private static @Nullable Object pay(GuardedCalls calls, int order) throws Exception {
    String arguments = "{\"order\": %d, \"note\": \"thanks\"}".formatted(order);
    return calls.call("dispatch", () -> "paid", "pay", arguments);
  }

  @Test
  void endsTheSession() throws Exception {
    GuardedCalls calls = decided("", decision("terminate", null));
    loop(calls, 3);

    assertThatThrownBy(() -> call(calls)).isInstanceOf(ToolLoopError.class);
    assertThatThrownBy(() -> call(calls)).isInstanceOf(ToolLoopError.class);
    assertThat(asked).as("an ended session is not asked about").hasSize(1);
  }

  @Test
  void wordsTheTextForTheModel() throws Exception {
    GuardedCalls calls = decided("", decision(null, "Ask for the number of the order."));
    loop(calls, 3);

    assertThat(call(calls)).isEqualTo("loop-detected: Ask for the number of the order.");
  }

  @Test
  void wordsAWarning() throws Exception {
    GuardedCalls calls = decided("", decision("warn", "Ask for the number."));
    loop(calls, 3);

    assertThat(call(calls)).isEqualTo("ran\n\nloop-detected: Ask for the number.");
  }

  @Test
  void keepsTheDecisionIfTheListenerReturnsNothing() throws Exception {
    GuardedCalls calls = decided("", event -> null);
    loop(calls, 3);

    assertThat(call(calls)).asString().startsWith(HINT);
    assertThat(calls.log()).doesNotContain("decided");
  }

  @Test
  void keepsTheDecisionAndLogsIfTheListenerThrows() throws Exception {
    GuardedCalls calls =
        decided(
            "",
            event -> {
              throw new IllegalStateException("the user's secret");
            });
    loop(calls, 3);

    assertThat(call(calls)).asString().startsWith(HINT);
    assertThat(calls.log())
        .contains("beforeAction", "IllegalStateException", "the configured action is taken")
        .doesNotContain("secret");
  }

  @Test
  void keepsTheDecisionIfTheListenerNamesNoAction() throws Exception {
    GuardedCalls calls = decided("", decision("ignore", null));
    loop(calls, 3);

    assertThat(call(calls)).asString().startsWith(HINT);
    assertThat(calls.log()).contains("the configured action is taken");
  }

  @Test
  void blockingListenerDelaysNoCallForLong() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    GuardedCalls calls =
        decided(
            "",
            "'\"s\"'",
            250,
            event -> {
              try {
                never.await();
              } catch (InterruptedException e) {
                asked.clear();
              }
              return null;
            });
    loop(calls, 3);

    assertThat(call(calls)).asString().startsWith(HINT);
    assertThat(calls.log()).contains("it took more than 250 ms; the configured action is taken");
  }

  @Test
  void stopsNoCallInASharedSession() throws Exception {
    GuardedCalls calls = decided("", "shared('s')", PATIENT, decision("abort", null));
    loop(calls, 3);

    assertThat(call(calls)).asString().startsWith("ran\n\nloop-detected");
  }

  @Test
  void isNotAskedInModeObserve() throws Exception {
    GuardedCalls calls = decided("  mode: observe\n", decision("abort", null));

    loop(calls, 5);

    assertThat(asked).isEmpty();
  }

  @Test
  void isNotAskedAboutBatches() throws Exception {
    GuardedCalls calls = decided("", decision("observe", null));
    batch(calls);
    batch(calls);

    assertThatThrownBy(() -> batch(calls)).isInstanceOf(ToolLoopError.class);
    assertThat(asked).isEmpty();
  }

  private GuardedCalls decided(String settings, Function<LoopEvent, @Nullable List<?>> listener) {
    return decided(settings, "'\"s\"'", PATIENT, listener);
  }

  private GuardedCalls decided(
      String settings,
      String session,
      long timeoutMillis,
      Function<LoopEvent, @Nullable List<?>> listener) {
    GuardedCalls calls =
        GuardedCalls.of(
            Dispatcher.class,
            """
            sentinel:
            SETTINGS  detectors:
                {similar_calls: {enabled: false}, stagnation: {enabled: false}}
              targets:
                - {name: one, kind: tool, type: TYPE, method: dispatch, session: SESSION, tool: arg0, args: arg1}
                - {name: all, kind: tool, type: TYPE, method: dispatchAll, session: SESSION, tool: "arg0[*]", args: '""'}
            """
                .replace("SETTINGS", settings)
                .replace("SESSION", session));
    Function<Map<String, ?>, @Nullable List<?>> decider =
        event -> {
          asked.add(LoopEvent.of(event));
          return listener.apply(LoopEvent.of(event));
        };
    calls.telemetry().decider().set(new Telemetry.Decider(decider, timeoutMillis));
    return calls;
  }

  private static Function<LoopEvent, @Nullable List<?>> decision(
      @Nullable String action, @Nullable String message) {
    return event -> Arrays.asList(action, message);
  }

  private static void loop(GuardedCalls calls, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      call(calls);
    }
  }

  private static @Nullable Object call(GuardedCalls calls) throws Exception {
    return calls.call("dispatch", () -> "ran", "search", "orders");
  }

  private static void batch(GuardedCalls calls) throws Exception {
    List<String> tools = List.of("search", "read");
    calls.call("dispatchAll", () -> tools, tools);
  }
}
