package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.agent.question.Answer;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Calls of a method that returns a future, which wait for a person without a thread. */
class DeferredCallTest {

  private static final String CONFIG =
      """
      sentinel:
        default: {threshold: 1, escalation: [ask, hint, abort]}
        targets:
          - {name: tool, kind: tool, type: TYPE, method: submit, session: '"s"', tool: arg0, args: arg1}
      """;

  private final GuardedCalls calls = GuardedCalls.of(Agent.class, CONFIG);
  private final Agent agent = new Agent(calls);

  /** A class with the advice in its method. */
  static class Agent {

    private final Guard guard;
    private volatile int runs;

    Agent(GuardedCalls calls) {
      this.guard = calls.guard("submit");
    }

    @SuppressWarnings({"unchecked", "FutureReturnValueIgnored"}) // It is returned, as an object.
    CompletableFuture<String> submit(String tool, Map<String, Object> arguments) throws Exception {
      return (CompletableFuture<String>)
          Objects.requireNonNull(
              guard.callOn(
                  this, () -> CompletableFuture.completedFuture("ran " + run()), tool, arguments));
    }

    private synchronized int run() {
      return ++runs;
    }
  }

  @Test
  void runOnceIfAPersonAllowsThem() throws Exception {
    CompletableFuture<String> waiting = secondCall();

    calls.questions().answer("1", Answer.of("run", null, "by test"));

    assertThat(waiting.get()).isEqualTo("ran 2");
    assertThat(agent.runs).isEqualTo(2);
    assertThat(calls.questions().open()).isEmpty();
    assertThat(submit().get()).startsWith("loop-detected: ");
  }

  @Test
  void areAnsweredByTheirFutureAndHinderNoOther() throws Exception {
    CompletableFuture<String> hinted = secondCall();
    CompletableFuture<String> third = submit();

    calls.questions().answer("1", Answer.of("message", "Not now.", "by test"));

    assertThat(hinted.get())
        .isEqualTo("loop-detected: this call was not run. The operator says: Not now.");
    assertThat(third.get()).startsWith("loop-detected: ");
    assertThat(agent.runs).isEqualTo(1);
  }

  @Test
  void failIfAPersonAbortsThem() throws Exception {
    CompletableFuture<String> waiting = secondCall();

    calls.questions().answer("1", Answer.of("abort", null, "by test"));

    assertThat(ToolLoopError.findIn(catchThrowable(waiting::get))).isPresent();
  }

  @Test
  void doNotRunIfTheApplicationCancelsThem() throws Exception {
    CompletableFuture<String> waiting = secondCall();

    waiting.cancel(true);

    assertThat(calls.questions().open()).isEmpty();
    assertThat(calls.questions().answer("1", Answer.of("run", null, "by test"))).isFalse();
    assertThat(agent.runs).isEqualTo(1);
  }

  @Test
  void waitInAnyNumberWithoutAThread() throws Exception {
    CountDownLatch done = new CountDownLatch(100);
    for (int i = 0; i < 100; i++) {
      Map<String, Object> arguments = Map.of("n", i);
      agent.submit("pay", arguments).get();
      Future<?> unused = agent.submit("pay", arguments).thenRun(done::countDown);
    }

    calls
        .questions()
        .open()
        .forEach(
            each ->
                calls.questions().answer(each.question().id(), Answer.of("run", null, "by test")));

    done.await();
    assertThat(agent.runs).isEqualTo(200);
  }

  private CompletableFuture<String> secondCall() throws Exception {
    submit().get();
    CompletableFuture<String> waiting = submit();
    assertThat(waiting).isNotDone();
    return waiting;
  }

  private CompletableFuture<String> submit() throws Exception {
    return agent.submit("pay", Map.of("order", 5));
  }
}
