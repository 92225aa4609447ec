package io.loopsentinel.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.engine.api.SharedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** The threads of a store, and those that call it. */
class RedisThreadsTest {

  private static final int CALLERS = 32;
  private static final int CALLS = 20;

  private RedisServer server;

  @BeforeEach
  void start() throws Exception {
    server = RedisServer.start();
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Test
  void configuringConnectsNothingAndStartsNoThread() throws Exception {
    int before = received();
    SharedStore store = LogClient.store(Map.of("uri", server.uri()));

    assertThat(threads()).isEmpty();
    store.close();
    assertThat(received()).isEqualTo(before + 1);
  }

  @Test
  void fewDaemonThreadsServeAllCallers() throws Exception {
    try (SharedStore store = LogClient.store(Map.of("uri", server.uri(), "timeout", "10s"))) {
      callAtOnce(store, LogClient::append);

      assertThat(threads())
          .hasSizeBetween(1, 5)
          .allSatisfy(
              thread -> {
                assertThat(thread.isDaemon()).isTrue();
                assertThat(thread.getContextClassLoader())
                    .isSameAs(RedisStore.class.getClassLoader());
              });
      assertThat(store.logs(1_000)).hasSize(CALLERS);
      for (int i = 0; i < CALLERS; i++) {
        assertThat(new LogClient(store, "session " + i).read()).hasSize(CALLS);
      }
    }
  }

  @Test
  void manyCallersOfAServerThatStandsStillWaitNoLongerThanOne() throws Exception {
    try (SharedStore store = LogClient.store(Map.of("uri", server.uri()))) {
      new LogClient(store, "first").awaitAppend();
      server.pause();

      callAtOnce(store, log -> assertThat(log.tryAppend()).isNotNull());

      server.resume();
      new LogClient(store, "second").awaitAppend();
    }
  }

  @Test
  void aClosedStoreHasNoThreadAndNoConnectionAndRefusesCalls() throws Exception {
    SharedStore store = LogClient.store(Map.of("uri", server.uri()));
    LogClient log = new LogClient(store, "session");
    log.awaitAppend();

    store.close();

    RedisServer.await("the thread ends", () -> threads().isEmpty());
    RedisServer.await(
        "the connection is closed",
        () -> server.<String>ask(Jedis::clientList).lines().count() == 1);
    assertThatThrownBy(log::append).hasMessageContaining("closed");
    store.close();
  }

  @Test
  void closingEndsAThreadThatWaitsForAServerThatStandsStill() throws Exception {
    SharedStore store = LogClient.store(Map.of("uri", server.uri()));
    LogClient log = new LogClient(store, "session");
    log.awaitAppend();
    server.pause();
    assertThat(log.tryAppend()).isNotNull();

    store.close();

    RedisServer.await("the thread ends", () -> threads().isEmpty());
  }

  private interface Call {
    void with(LogClient log) throws Exception;
  }

  /** Makes calls of many threads, each with a session of its own. */
  private static void callAtOnce(SharedStore store, Call call) throws Exception {
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    try {
      List<Callable<Object>> all = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        LogClient log = new LogClient(store, "session " + i);
        all.add(
            () -> {
              for (int each = 0; each < CALLS; each++) {
                call.with(log);
              }
              return log;
            });
      }
      for (Future<Object> each : callers.invokeAll(all)) {
        Object unused = each.get();
      }
    } finally {
      callers.shutdown();
    }
  }

  private static List<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("loop-sentinel redis"))
        .toList();
  }

  /** Returns the number of connections that the server has received, with that of the question. */
  private int received() {
    return server
        .<String>ask(jedis -> jedis.info("stats"))
        .lines()
        .filter(line -> line.startsWith("total_connections_received"))
        .mapToInt(line -> Integer.parseInt(line.substring(line.indexOf(':') + 1)))
        .sum();
  }
}
