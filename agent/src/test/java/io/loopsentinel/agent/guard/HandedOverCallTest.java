package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tool calls that hand their work to other threads by a future, as the JDK's futures are guarded.
 */
class HandedOverCallTest {

  /** A dispatcher and the tools that it calls. */
  interface Dispatcher {
    String dispatch(String tool);

    CompletableFuture<String> dispatchLater(String tool);

    String run(String tool);

    String ask(String question);
  }

  private final GuardedCalls calls =
      GuardedCalls.of(
          Dispatcher.class,
          """
          sentinel:
            targets:
              - {name: d, kind: tool, type: TYPE, method: dispatch, tool: arg0, args: '{}', session: '"s"'}
              - {name: l, kind: tool, type: TYPE, method: dispatchLater, tool: arg0, args: '{}', session: '"s"'}
              - {name: t, kind: tool, type: TYPE, method: run, tool: arg0, args: '{}', session: '"s"'}
              - {name: r, kind: run, type: TYPE, method: ask}
          """);
  private final Guard dispatch = calls.guard("dispatch");
  private final Guard dispatchLater = calls.guard("dispatchLater");
  private final Guard run = calls.guard("run");
  private final ExecutorService pool = Executors.newSingleThreadExecutor();

  HandedOverCallTest() {
    calls.guard("ask"); // From now on futures are guarded.
  }

  @AfterEach
  void close() {
    pool.shutdown();
  }

  @Test
  void countOnceWithWhatTheyWaitForOnAnotherThread() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThat(call(dispatch, () -> onPool(() -> ran()).join())).isEqualTo("ran");
    }

    assertThat(call(dispatch, () -> onPool(() -> ran()).join()))
        .asString()
        .startsWith("loop-detected");
  }

  @Test
  void endWhenTheirMethodReturns() throws Exception {
    List<Supplier<@Nullable Object>> handedOver = new ArrayList<>();
    call(
        dispatch,
        () -> {
          handedOver.add(carried(this::ran));
          return "ran";
        });

    assertThat(handedOver.get(0).get()).isEqualTo("ran");
    assertThat(ran()).isEqualTo("ran");

    assertThat(ran()).asString().startsWith("loop-detected");
  }

  @Test
  void areTwoIfTheDispatchDoesNotWait() throws Exception {
    Object later =
        call(
            dispatchLater,
            () -> {
              Object answered = CompletableFuture.completedFuture(onPool(() -> ran()).join());
              return answered;
            });

    assertThat(((CompletableFuture<?>) Objects.requireNonNull(later)).join()).isEqualTo("ran");
    assertThat(ran()).isEqualTo("ran");

    assertThat(ran()).asString().startsWith("loop-detected");
  }

  private CompletableFuture<@Nullable Object> onPool(Supplier<@Nullable Object> work) {
    return CompletableFuture.supplyAsync(carried(work), pool);
  }

  /** The treatment of a function passed to a rewritten method of a future. */
  @SuppressWarnings("unchecked") // It is of the type that was asked for.
  private Supplier<@Nullable Object> carried(Supplier<@Nullable Object> work) {
    return (Supplier<@Nullable Object>)
        Objects.requireNonNull(calls.carrier().carry(work, Supplier.class));
  }

  private @Nullable Object ran() {
    try {
      return call(run, () -> "ran");
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static @Nullable Object call(Guard guard, Callable<?> body) throws Exception {
    return guard.call(body, "search");
  }
}
