package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.targets.config.SentinelConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.RepeatedTest;

class EngineConcurrencyTest {

  private static final int THREADS = 16;

  private final LoopEngine engine = Engines.shipped();

  @RepeatedTest(20)
  void exactlyTheThresholdPassesIfEachThreadHasMadeCallsInTheSessionBefore() throws Exception {
    CyclicBarrier start = new CyclicBarrier(THREADS);
    Callable<Decision> call =
        () -> {
          for (int i = 0; i < 3; i++) {
            long thread = Thread.currentThread().getId();
            engine.judge("one session", engine.identify("look", Map.of("thread", thread, "i", i)));
          }
          ToolCall search = engine.identify("search", Map.of("q", "loops"));
          start.await();
          return engine.judge("one session", search);
        };

    assertThat(inParallel(call))
        .filteredOn(Decision.Pass.class::isInstance)
        .hasSize(SentinelConfig.DEFAULT.engine().defaults().limits().threshold());
  }

  private static List<Decision> inParallel(Callable<Decision> call) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Decision>> pending = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        pending.add(threads.submit(call));
      }
      List<Decision> decisions = new ArrayList<>();
      for (Future<Decision> each : pending) {
        decisions.add(each.get());
      }
      return decisions;
    } finally {
      threads.shutdownNow();
    }
  }
}
