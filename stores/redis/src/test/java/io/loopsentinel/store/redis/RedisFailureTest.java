package io.loopsentinel.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStore.Append;
import io.loopsentinel.engine.api.SharedStore.Entry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;

class RedisFailureTest {

  /** Many times the time-out, because the machine is shared. */
  private static final Duration SOON = Duration.ofSeconds(5);

  private RedisServer server;
  private SharedStore store;
  private long number;

  @BeforeEach
  void start() throws Exception {
    server = RedisServer.start();
    store = store(Map.of("uri", server.uri(), "timeout", "400ms"));
    RedisServer.await(this::appends);
  }

  @AfterEach
  void stop() {
    if (server != null) {
      store.close();
      server.close();
    }
  }

  @Test
  void aStoppedServerCostsTheTimeOut() {
    server.pause();

    for (int i = 0; i < 5; i++) {
      long start = System.nanoTime();
      assertThatThrownBy(() -> append("lost"))
          .isInstanceOf(TimeoutException.class)
          .hasMessageContaining("127.0.0.1:" + server.port());
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);
    }
    server.resume();
    RedisServer.await(this::appends);
  }

  @Test
  void aKilledServerIsUsedAgainWhenItIsBack() throws Exception {
    server.kill();
    assertThatThrownBy(() -> append("lost")).isInstanceOf(Exception.class);

    server.restart();
    RedisServer.await(this::appends);

    assertThat(append("after")).extracting(Entry::place).contains(2L);
  }

  @Test
  void anEventWhoseReplyWasLostIsAppendedOnce() throws Exception {
    long before = number;
    server.pause();
    assertThatThrownBy(() -> append("once")).isInstanceOf(TimeoutException.class);
    server.resume();
    number = before;

    RedisServer.await(this::appends);

    assertThat(entries()).filteredOn(each -> each.number() == before + 1).hasSize(1);
  }

  @Test
  void closedConnectionsAreOpenedAgain() {
    try (Jedis admin = server.admin()) {
      admin.clientKill(
          new ClientKillParams().type(ClientType.NORMAL).skipMe(ClientKillParams.SkipMe.YES));
    }

    RedisServer.await(this::appends);
  }

  @Test
  void aFullServerIsAFailureAndKeepsWhatItHas() throws Exception {
    int before = entries().size();
    try (Jedis admin = server.admin()) {
      admin.configSet("maxmemory", "1");
      assertThatThrownBy(() -> append("too much")).hasMessageContaining("OOM");
      assertThat(entries()).hasSize(before);
      admin.configSet("maxmemory", "0");
    }

    RedisServer.await(this::appends);
  }

  @Test
  void aWrongPasswordIsSaidAndNotShown() throws Exception {
    try (RedisServer secret = RedisServer.start("--requirepass", "opensesame");
        SharedStore wrong =
            store(Map.of("uri", "redis://:sesame@127.0.0.1:" + secret.port(), "timeout", "2s"));
        SharedStore right =
            store(
                Map.of(
                    "uri",
                    "redis://default:opensesame@127.0.0.1:" + secret.port(),
                    "timeout",
                    "2s"))) {
      assertThatThrownBy(() -> wrong.sessions(1)).hasMessageContaining("WRONGPASS");
      assertThat(wrong.toString()).doesNotContain("sesame");
      assertThat(right.sessions(1)).isEmpty();
    }
  }

  @Test
  void manyRequestsAtOnceWaitForAConnection() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(64);
    try (SharedStore patient = store(Map.of("uri", server.uri(), "timeout", "30s"))) {
      List<Callable<List<Entry>>> requests =
          Collections.nCopies(64, () -> patient.append("session", request(1, List.of())));

      assertThat(threads.invokeAll(requests))
          .allSatisfy(reply -> assertThat(reply.get()).isNotEmpty());
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void anInterruptedThreadKeepsItsFlagForTheApplication() {
    server.pause();
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> append("lost")).isInstanceOf(InterruptedException.class);
    server.resume();
  }

  private boolean appends() {
    long before = number;
    try {
      return append("more").stream().anyMatch(each -> each.number() == before + 1);
    } catch (Exception e) {
      number = before;
      return false;
    }
  }

  private List<Entry> append(String event) throws Exception {
    byte[] bytes = event.getBytes(StandardCharsets.UTF_8);
    return store.append("session", request(++number, List.of(bytes)));
  }

  private List<Entry> entries() throws Exception {
    return store.append("session", request(number + 1, List.of()));
  }

  private static Append request(long first, List<byte[]> events) {
    return new Append("test", first, events, 0, false, Duration.ofMinutes(1));
  }

  private static SharedStore store(Map<String, Object> settings) throws Exception {
    return new RedisStoreExtension().configure(settings);
  }
}
