package io.loopsentinel.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.engine.api.SharedStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.MigrateParams;
import redis.clients.jedis.util.JedisClusterCRC16;

/** A cluster of three servers, the first with a replica, of which one fails or hands keys over. */
@Tag("slow")
class RedisClusterFailureTest {

  private static final int SESSIONS = 60;

  private RedisServers cluster;
  private SharedStore store;
  private final List<LogClient> logs = new ArrayList<>();

  @BeforeEach
  void start() throws Exception {
    cluster = RedisServers.cluster(3, 1);
    store = LogClient.store(cluster.settings());
    for (int i = 0; i < SESSIONS; i++) {
      LogClient log = new LogClient(store, "session " + i);
      log.awaitAppend();
      logs.add(log);
    }
  }

  @AfterEach
  void stop() {
    if (cluster != null) {
      cluster.close();
    }
    if (store != null) {
      store.close();
    }
  }

  @Test
  void sessionsOfOtherServersDoNotNoticeThatOneStandsStill() throws Exception {
    cluster.get(2).pause();

    List<LogClient> failing = logs.stream().filter(log -> log.tryAppend() != null).toList();

    assertThat(failing).hasSizeBetween(1, SESSIONS / 2);
    for (LogClient log : logs) {
      if (!failing.contains(log)) {
        log.append();
        log.assertHas(1, 3);
      }
    }
    cluster.get(2).resume();
    for (LogClient log : logs) {
      log.awaitAppend();
      log.assertHas(1, log.appended());
    }
  }

  @Test
  void anAdditionThatFailedIsNotRepeated() throws Exception {
    Map<String, Double> nothing = Map.of("cost", 0.0);
    Duration expiry = Duration.ofMinutes(5);
    RedisServer.await("sums are known", () -> sum(nothing) >= 0);
    cluster.all().forEach(RedisServer::pause);
    assertThatThrownBy(() -> store.add(Map.of("cost", 1.0), expiry))
        .isInstanceOf(TimeoutException.class);
    RedisServer.await("all connections are given up", () -> !isReading());
    cluster.all().forEach(RedisServer::resume);

    RedisServer.await("sums are known", () -> sum(nothing) >= 0);
    assertThat(sum(nothing)).isLessThanOrEqualTo(1);
  }

  /** Returns whether a thread of the store waits for a server. */
  private static boolean isReading() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> thread.getKey().getName().startsWith("loop-sentinel redis"))
        .flatMap(thread -> Stream.of(thread.getValue()))
        .anyMatch(frame -> frame.getClassName().contains("Socket"));
  }

  /** Returns the sum, -1 if it cannot be read. */
  private double sum(Map<String, Double> nothing) {
    try {
      return store.add(nothing, Duration.ofMinutes(5)).getOrDefault("cost", -1.0);
    } catch (Exception e) {
      return -1;
    }
  }

  @Test
  void sessionsOfAServerThatWasKilledContinueAtItsReplica() throws Exception {
    RedisServer replica = cluster.get(3);
    RedisServer.await(
        "the replica has all",
        () -> replica.<Long>ask(Jedis::dbSize).equals(cluster.get(0).<Long>ask(Jedis::dbSize)));

    cluster.get(0).kill();

    for (LogClient log : logs) {
      log.awaitAppend();
      log.assertHas(1, 2);
    }
  }

  @Test
  void sessionsMoveToAnotherServer() throws Exception {
    String key = "loop-sentinel:log:session 7";
    int slot = JedisClusterCRC16.getSlot(key);
    RedisServer from = owner(slot);
    RedisServer to = from == cluster.get(1) ? cluster.get(2) : cluster.get(1);
    LogClient log = logs.get(7);
    Object unused = to.ask(jedis -> jedis.clusterSetSlotImporting(slot, id(from)));
    unused = from.ask(jedis -> jedis.clusterSetSlotMigrating(slot, id(to)));

    log.append();
    String[] keys = from.ask(jedis -> jedis.clusterGetKeysInSlot(slot, 10)).toArray(String[]::new);
    unused =
        from.ask(jedis -> jedis.migrate("127.0.0.1", to.port(), 5_000, new MigrateParams(), keys));
    log.append();
    for (RedisServer each : List.of(to, from)) {
      unused = each.ask(jedis -> jedis.clusterSetSlotNode(slot, id(to)));
    }
    log.append();

    log.assertHas(1, 4);
  }

  @Test
  void aClusterThatIsNotConfiguredAsOneIsSaid() throws Exception {
    try (SharedStore single = LogClient.store(Map.of("uri", cluster.get(0).uri()))) {
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < SESSIONS; i++) {
                  new LogClient(single, "session " + i).read();
                }
              })
          .hasMessageContaining("cluster: true");
    }
  }

  private RedisServer owner(int slot) {
    return Stream.of(0, 1, 2)
        .map(cluster::get)
        .filter(server -> isOwn(server, slot))
        .findFirst()
        .orElseThrow();
  }

  private static boolean isOwn(RedisServer server, int slot) {
    return server
        .<String>ask(Jedis::clusterNodes)
        .lines()
        .filter(line -> line.contains("myself"))
        .map(line -> line.substring(line.lastIndexOf(' ') + 1).split("-"))
        .anyMatch(
            range -> Integer.parseInt(range[0]) <= slot && slot <= Integer.parseInt(range[1]));
  }

  private static String id(RedisServer server) {
    return server.ask(Jedis::clusterMyId);
  }
}
