package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Equal calls that run at the same time. */
class SharedRunTest {

  interface Dispatcher {
    String dispatch(String tool, Map<String, Object> arguments);
  }

  private final GuardedCalls calls =
      GuardedCalls.of(
          Dispatcher.class,
          """
          sentinel:
            overrides: {get_*: {reuse: {}}}
            targets:
              - {name: t, kind: tool, type: TYPE, method: dispatch, tool: arg0, args: arg1, session: '"s"'}
          """);
  private final Guard guard = calls.guard("dispatch");
  private final AtomicInteger ran = new AtomicInteger();
  private final CountDownLatch finish = new CountDownLatch(1);

  private @Nullable Object call(Callable<?> body) throws Exception {
    return guard.call(
        () -> {
          ran.incrementAndGet();
          return body.call();
        },
        "get_order",
        Map.of("id", 7));
  }

  private static Thread start(FutureTask<?> task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void awaitState(Thread thread, Thread.State state) {
    while (thread.getState() != state) {
      Thread.onSpinWait();
    }
  }

  private Object blocking(Object result) throws Exception {
    finish.await();
    return result;
  }

  @Test
  void shareOneRun() throws Exception {
    FutureTask<Object> first = new FutureTask<>(() -> call(() -> blocking("paid")));
    FutureTask<Object> second = new FutureTask<>(() -> call(() -> "shipped"));
    awaitState(start(first), Thread.State.WAITING);
    awaitState(start(second), Thread.State.TIMED_WAITING);
    finish.countDown();

    assertThat(first.get()).isEqualTo("paid");
    assertThat(second.get()).asString().endsWith("paid");
    assertThat(ran).hasValue(1);
  }

  @Test
  void runEachIfTheFirstFails() throws Exception {
    FutureTask<Object> first = new FutureTask<>(() -> call(() -> blocking("Error: no such order")));
    FutureTask<Object> second = new FutureTask<>(() -> call(() -> "shipped"));
    awaitState(start(first), Thread.State.WAITING);
    awaitState(start(second), Thread.State.TIMED_WAITING);
    finish.countDown();

    assertThat(second.get()).isEqualTo("shipped");
    assertThat(ran).hasValue(2);
  }

  @Test
  void runACallWithinOneThatEqualsIt() throws Exception {
    Object outer =
        call(() -> guard.call(() -> call(() -> "inner"), "get_all", Map.of("orders", true)));

    assertThat(outer).isEqualTo("inner");
    assertThat(ran).hasValue(2);
  }
}
