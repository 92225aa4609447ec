package io.loopsentinel.it.manyjvms;

import io.loopsentinel.store.redis.RedisServer;
import java.io.File;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test with a server of Redis and a folder of its own. */
abstract class RedisTest {

  @TempDir File folder;

  RedisServer server;

  @BeforeEach
  void startServer() {
    server = RedisServer.start();
  }

  @AfterEach
  void stopServer() {
    if (server != null) {
      server.close();
    }
  }
}
