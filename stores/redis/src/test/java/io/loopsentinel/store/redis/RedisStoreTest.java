package io.loopsentinel.store.redis;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.store.kit.SharedStoreContract;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import redis.clients.jedis.Jedis;

/** The contract, on a single server. */
class RedisStoreTest extends SharedStoreContract {

  private static RedisServer server;

  @BeforeAll
  static void start() throws Exception {
    server = RedisServer.start();
  }

  @AfterEach
  void empty() {
    Object unused = server.ask(Jedis::flushAll);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Override
  protected SharedStore open() throws Exception {
    return new RedisStoreExtension().configure(Map.of("uri", server.uri(), "timeout", "10s"));
  }
}
