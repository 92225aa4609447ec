package io.loopsentinel.store.redis;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.store.kit.SharedStoreContract;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import redis.clients.jedis.Jedis;

/** The contract, on a cluster of three servers. */
class RedisClusterTest extends SharedStoreContract {

  private static RedisServers cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = RedisServers.cluster(3, 0);
  }

  @AfterEach
  void empty() {
    for (RedisServer each : cluster.all()) {
      Object unused = each.ask(Jedis::flushAll);
    }
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Override
  protected SharedStore open() throws Exception {
    return new RedisStoreExtension()
        .configure(Map.of("uri", cluster.uri(), "cluster", true, "timeout", "10s"));
  }
}
