package io.loopsentinel.store.redis;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.store.kit.SharedStoreContract;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import redis.clients.jedis.Jedis;

/** The store on a cluster of three servers. */
class RedisClusterTest extends SharedStoreContract {

  private static final int SLOTS = 16_384;
  private static final int NODES = 3;
  private static final List<RedisServer> SERVERS = new ArrayList<>();

  @BeforeAll
  static void start() {
    for (int i = 0; i < NODES; i++) {
      SERVERS.add(RedisServer.start("--cluster-enabled", "yes"));
    }
    for (int i = 0; i < NODES; i++) {
      int[] slots = IntStream.range(i * SLOTS / NODES, (i + 1) * SLOTS / NODES).toArray();
      try (Jedis node = SERVERS.get(i).admin()) {
        node.clusterAddSlots(slots);
        node.clusterMeet("127.0.0.1", SERVERS.get(0).port());
      }
    }
    SERVERS.forEach(server -> RedisServer.await(() -> isReady(server)));
  }

  private static boolean isReady(RedisServer server) {
    try (Jedis node = server.admin()) {
      String info = node.clusterInfo();
      return info.contains("cluster_state:ok") && info.contains("cluster_known_nodes:" + NODES);
    }
  }

  @AfterEach
  void empty() {
    for (RedisServer server : SERVERS) {
      try (Jedis node = server.admin()) {
        node.flushAll();
      }
    }
  }

  @AfterAll
  static void stop() {
    SERVERS.forEach(RedisServer::close);
    SERVERS.clear();
  }

  @Override
  protected SharedStore open() throws Exception {
    String nodes =
        SERVERS.stream()
            .map(server -> "127.0.0.1:" + server.port())
            .collect(Collectors.joining(","));
    return new RedisStoreExtension()
        .configure(Map.of("uri", "redis://" + nodes, "cluster", true, "timeout", "5s"));
  }
}
