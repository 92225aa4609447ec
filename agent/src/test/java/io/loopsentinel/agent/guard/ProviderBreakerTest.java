package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.ProviderUnavailableException;
import io.loopsentinel.agent.telemetry.event.Count;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** Turns whose provider fails again and again. */
class ProviderBreakerTest {

  private static final String TARGETS =
      """
        targets:
          - {name: turn, kind: turn, type: TYPE, method: ask, session: arg0, text: return}
          - {name: request, kind: turn, type: TYPE, method: request, session: arg0, inject: {arg0: arg0}}
          - {name: later, kind: turn, type: TYPE, method: later, session: arg0, text: return}
          - {name: stream, kind: turn, type: TYPE, method: stream, session: arg0, text: "return[*]"}
          - {name: response, kind: turn, type: TYPE, method: onResponse, session: arg0, text: arg0}
          - {name: tool, kind: tool, type: TYPE, method: dispatch, session: '"s"', tool: arg0, args: arg1}
      """;

  private final GuardedCalls calls = guarded("{mode: enforce, failures: 3, calls: 3}");
  private final List<LoopEvent> events = eventsOf(calls);

  /** A model and its tools. */
  @SuppressWarnings("unused")
  static class Agent {
    String ask(String session) {
      return "";
    }

    String request(String session) {
      return "";
    }

    CompletableFuture<String> later(String session) {
      return new CompletableFuture<>();
    }

    Flux<String> stream(String session) {
      return Flux.empty();
    }

    void onResponse(String session) {}

    String dispatch(String tool, Map<String, Object> arguments) {
      return "";
    }
  }

  static final class OtherAgent extends Agent {}

  /** As Netty's, of which there is one for all requests. */
  static final class SharedTimeout extends RuntimeException {
    private static final long serialVersionUID = 1;

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  @Test
  void letsTurnsFailAtOnceAfterSomeFailuresInARow() {
    failThreeTimes("ask");

    assertThatThrownBy(() -> run("ask", () -> "asked", "s"))
        .isInstanceOfSatisfying(
            ProviderUnavailableException.class,
            refused -> {
              assertThat(refused.provider()).isEqualTo(Agent.class.getTypeName());
              assertThat(refused.retryAt()).isEqualTo(Instant.EPOCH.plusSeconds(30));
            })
        .hasMessage(
            "Loop Sentinel did not ask the model: its provider %s is unavailable, 3 of its last 3 turns failed, the latest by java.net.ConnectException. It will be asked again from 1970-01-01T00:00:30Z on."
                .formatted(Agent.class.getTypeName()));
  }

  @Test
  void countsATurnThatSucceedsBetweenFailures() throws Exception {
    fail("ask", failure());
    fail("ask", failure());
    run("ask", () -> "asked", "s");
    fail("ask", failure());
    fail("ask", failure());

    assertThat(run("ask", () -> "asked", "s")).isEqualTo("asked");
  }

  @Test
  void triesOneTurnAfterAWhileAndRecoversByIt() throws Exception {
    failThreeTimes("ask");
    calls.pass(Duration.ofSeconds(31));

    assertThat(run("ask", () -> "asked", "s")).isEqualTo("asked");
    assertThat(run("ask", () -> "asked", "s")).isEqualTo("asked");
    assertThat(events)
        .extracting(LoopEvent::type)
        .containsExactly(LoopEvent.Type.PROVIDER_UNAVAILABLE, LoopEvent.Type.PROVIDER_RECOVERED);
  }

  @Test
  void triesOneTurnIfTheClockWasSetBack() throws Exception {
    failThreeTimes("ask");
    calls.pass(Duration.ofHours(-1));

    assertThat(run("ask", () -> "asked", "s")).isEqualTo("asked");
    assertThat(events)
        .extracting(LoopEvent::type)
        .containsExactly(LoopEvent.Type.PROVIDER_UNAVAILABLE, LoopEvent.Type.PROVIDER_RECOVERED);
  }

  @Test
  void opensAgainIfTheTrialTurnFails() {
    failThreeTimes("ask");
    calls.pass(Duration.ofSeconds(31));
    fail("ask", failure());

    assertThatThrownBy(() -> run("ask", () -> "asked", "s"))
        .isInstanceOf(ProviderUnavailableException.class);
    assertThat(events)
        .extracting(LoopEvent::type)
        .containsExactly(LoopEvent.Type.PROVIDER_UNAVAILABLE);
  }

  @Test
  void letsOnlyOneTurnTryIt() throws Exception {
    failThreeTimes("ask");
    calls.pass(Duration.ofSeconds(31));
    CompletableFuture<Object> answer = new CompletableFuture<>();
    Object trial = run("later", () -> answer, "s");

    assertThatThrownBy(() -> run("ask", () -> "asked", "another"))
        .isInstanceOf(ProviderUnavailableException.class);
    answer.complete("asked");
    assertThat(trial).isInstanceOf(CompletableFuture.class);
    assertThat(run("ask", () -> "asked", "another")).isEqualTo("asked");
  }

  @Test
  void takesTheNextTurnOfASessionForASignThatTheOneBeforeWasAnswered() throws Exception {
    failThreeTimes("ask");
    calls.pass(Duration.ofSeconds(31));

    assertThat(run("ask", () -> run("ask", () -> "within", "s"), "s")).isEqualTo("within");
    assertThat(run("ask", () -> "asked", "another")).isEqualTo("asked");
  }

  @Test
  void triesAgainIfATrialNeverEnds() throws Exception {
    failThreeTimes("ask");
    calls.pass(Duration.ofSeconds(31));
    run("later", CompletableFuture::new, "s");
    calls.pass(Duration.ofMinutes(11));
    assertThatThrownBy(() -> run("ask", () -> "asked", "another"))
        .isInstanceOf(ProviderUnavailableException.class);
    calls.pass(Duration.ofSeconds(31));

    assertThat(run("ask", () -> "asked", "another")).isEqualTo("asked");
  }

  @Test
  void triesAgainIfATrialNeverEndsAndTheClockIsSetBack() throws Exception {
    failThreeTimes("ask");
    calls.pass(Duration.ofSeconds(31));
    run("later", CompletableFuture::new, "s");
    calls.pass(Duration.ofHours(-1));
    assertThatThrownBy(() -> run("ask", () -> "asked", "another"))
        .isInstanceOf(ProviderUnavailableException.class);
    calls.pass(Duration.ofSeconds(31));

    assertThat(run("ask", () -> "asked", "another")).isEqualTo("asked");
  }

  @Test
  void countsAFailureOnceThatComesThroughSeveralTurns() throws Exception {
    for (int i = 0; i < 2; i++) {
      RuntimeException down = failure();
      assertThatThrownBy(() -> run("ask", () -> run("request", throwing(down), "s"), "s"))
          .isSameAs(down);
    }

    assertThat(run("ask", () -> "asked", "s")).isEqualTo("asked");
    assertThat(calls.telemetry().statistics().named(Count.FAILURES_BY_PROVIDER))
        .containsExactly(Map.entry(Agent.class.getTypeName(), 2L));
  }

  @Test
  void countsEachFailureOfTheSameCause() {
    SharedTimeout shared = new SharedTimeout();
    for (int i = 0; i < 3; i++) {
      fail("ask", new IllegalStateException(shared));
    }

    assertThatThrownBy(() -> run("ask", () -> "asked", "s"))
        .isInstanceOf(ProviderUnavailableException.class);
  }

  @Test
  void countsNoFailuresOfTools() throws Exception {
    for (int i = 0; i < 5; i++) {
      RuntimeException down = failure();
      int number = i;
      assertThatThrownBy(
              () ->
                  run(
                      "ask",
                      () -> run("dispatch", throwing(down), "search", Map.of("q", number)),
                      "s"))
          .isInstanceOf(IllegalStateException.class);
    }

    assertThat(run("ask", () -> "asked", "s")).isEqualTo("asked");
    assertThat(calls.telemetry().statistics().named(Count.FAILURES_BY_PROVIDER)).isEmpty();
  }

  @Test
  void countsFailuresOfARequestWhoseResponseIsReadElsewhere() throws Exception {
    failThreeTimes("request");

    assertThatThrownBy(() -> run("request", () -> "asked", "s"))
        .isInstanceOf(ProviderUnavailableException.class);
    assertThat(run("onResponse", () -> "handled", "s")).isEqualTo("handled");
  }

  @Test
  void countsFailuresThatComeLater() throws Exception {
    for (int i = 0; i < 3; i++) {
      CompletableFuture<?> broken = CompletableFuture.failedFuture(failure());
      run("later", () -> broken, "s");
    }

    CompletableFuture<?> refused =
        (CompletableFuture<?>) Objects.requireNonNull(run("later", CompletableFuture::new, "s"));
    assertThatThrownBy(refused::join).hasCauseInstanceOf(ProviderUnavailableException.class);
  }

  @Test
  void countsFailuresOfAStream() throws Exception {
    for (int i = 0; i < 3; i++) {
      Flux<?> broken = Flux.concat(Flux.just("the beginning"), Flux.error(failure()));
      assertThatThrownBy(stream(broken)::blockLast).isInstanceOf(IllegalStateException.class);
    }

    Flux<?> refused = stream(Flux.just("asked"));
    assertThatThrownBy(refused::blockLast).isInstanceOf(ProviderUnavailableException.class);
  }

  @Test
  void triesAgainAfterACancelledTrial() throws Exception {
    failThreeTimes("ask");
    calls.pass(Duration.ofSeconds(31));
    stream(Flux.never()).subscribe().dispose();

    Object other = Objects.requireNonNull(run("stream", () -> Flux.just("asked"), "another"));
    assertThat(((Flux<?>) other).blockLast()).isEqualTo("asked");
  }

  @Test
  void leavesOtherProvidersAlone() throws Exception {
    failThreeTimes("ask");

    Object asked = calls.guard("ask").callOn(new OtherAgent(), () -> "asked", "s");

    assertThat(asked).isEqualTo("asked");
  }

  @Test
  void throwsTheExceptionOfTheTarget() throws Exception {
    GuardedCalls own =
        GuardedCalls.of(
            Agent.class,
            """
            sentinel:
              breaker: {mode: enforce, failures: 1, calls: 1}
              targets:
                - {name: turn, kind: turn, type: TYPE, method: ask, text: return, throws: new java.lang.IllegalCallerException(message)}
            """);
    Guard ask = own.guard("ask");
    assertThatThrownBy(() -> ask.fail(failure(), "s")).hasMessage("down");

    assertThatThrownBy(() -> ask.call(() -> "asked", "s"))
        .isInstanceOf(IllegalCallerException.class)
        .hasMessageContaining("its provider turn is unavailable")
        .hasCauseInstanceOf(ProviderUnavailableException.class);
  }

  @Test
  void onlyReportsInModeObserve() throws Exception {
    GuardedCalls observed = guarded("{mode: observe, failures: 2, calls: 4}");
    List<LoopEvent> told = eventsOf(observed);
    Guard ask = observed.guard("ask");
    ask.call(() -> "asked", "s");
    ask.call(() -> "asked", "s");
    assertThatThrownBy(() -> ask.fail(failure(), "s")).hasMessage("down");
    assertThatThrownBy(() -> ask.fail(failure(), "s")).hasMessage("down");

    assertThat(ask.call(() -> "asked", "s")).isEqualTo("asked");
    assertThat(told)
        .extracting(LoopEvent::reason)
        .containsExactly(
            "provider turn is unavailable: 2 of its last 4 turns failed, the latest by"
                + " java.net.ConnectException; its turns would fail at once for 30 s");
    assertThat(observed.telemetry().statistics().named(Count.REFUSED_BY_PROVIDER)).isEmpty();
  }

  @Test
  void onlyReportsIfTheAgentObserves() throws Exception {
    GuardedCalls observed =
        GuardedCalls.of(
            Agent.class,
            "sentinel:\n  mode: observe\n  breaker: {mode: enforce, failures: 1, calls: 1}\n"
                + TARGETS);
    Guard ask = observed.guard("ask");
    assertThatThrownBy(() -> ask.fail(failure(), "s")).hasMessage("down");

    assertThat(ask.call(() -> "asked", "s")).isEqualTo("asked");
  }

  private void failThreeTimes(String method) {
    for (int i = 0; i < 3; i++) {
      fail(method, failure());
    }
  }

  private void fail(String method, RuntimeException failure) {
    assertThatThrownBy(() -> run(method, throwing(failure), "s")).isSameAs(failure);
  }

  private @Nullable Object run(String method, Callable<?> body, Object... arguments)
      throws Exception {
    return calls.guard(method).callOn(new Agent(), body, arguments);
  }

  private Flux<?> stream(Flux<?> response) throws Exception {
    return (Flux<?>) Objects.requireNonNull(run("stream", () -> response, "s"));
  }

  private static Callable<?> throwing(RuntimeException failure) {
    return () -> {
      throw failure;
    };
  }

  private static RuntimeException failure() {
    return new IllegalStateException("down", new ConnectException());
  }

  private static GuardedCalls guarded(String breaker) {
    return GuardedCalls.of(Agent.class, "sentinel:\n  breaker: " + breaker + "\n" + TARGETS);
  }

  private static List<LoopEvent> eventsOf(GuardedCalls calls) {
    List<LoopEvent> events = new ArrayList<>();
    calls.listen(events::add);
    return events;
  }
}
