package io.loopsentinel.targets.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ConcurrentEvaluationTest {

  record First(String name) {}

  record Second(String name) {}

  @Test
  void evaluatesOneExpressionInManyThreadsFromTheFirstCallOn() throws Exception {
    // given
    int threads = 8;
    LinkedExpression linked = GuardedCall.withObject("").link("[arg0.name, arg0.name.concat('!')]");
    CyclicBarrier start = new CyclicBarrier(threads);
    ExecutorService pool = Executors.newFixedThreadPool(threads);

    // when
    List<Future<List<Object>>> outcomes = new ArrayList<>();
    try {
      for (int i = 0; i < threads; i++) {
        Callable<List<Object>> task =
            () -> {
              start.await();
              return evaluate(linked);
            };
        outcomes.add(pool.submit(task));
      }

      // then
      for (Future<List<Object>> outcome : outcomes) {
        assertThat(outcome.get())
            .startsWith(List.of("a0", "a0!"), List.of("b0", "b0!"), List.of("c0", "c0!"))
            .hasSize(3_000);
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private static List<Object> evaluate(LinkedExpression linked) throws Exception {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      for (Object argument :
          List.of(new First("a" + i), new Second("b" + i), Map.of("name", "c" + i))) {
        try {
          values.add(linked.evaluate(GuardedCall.withObject(argument)));
        } catch (Throwable failure) {
          throw new AssertionError(failure);
        }
      }
    }
    return values;
  }
}
