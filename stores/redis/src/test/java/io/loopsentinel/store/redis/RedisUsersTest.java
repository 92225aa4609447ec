package io.loopsentinel.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStore.Log;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Users, passwords and databases. */
class RedisUsersTest {

  /** The commands that a user of the store needs. */
  private static final String[] RIGHTS = {
    "~loop-sentinel:*",
    "-@all",
    "+evalsha",
    "+eval",
    "+scan",
    "+ping",
    "+select",
    "+time",
    "+lindex",
    "+llen",
    "+lpush",
    "+rpush",
    "+lset",
    "+ltrim",
    "+lrange",
    "+pexpire",
    "+get",
    "+incrbyfloat"
  };

  private RedisServer server;

  @BeforeEach
  void start() throws Exception {
    server = RedisServer.start();
    String[] rules = new String[RIGHTS.length + 2];
    rules[0] = "on";
    rules[1] = ">p@ss/w%rd";
    System.arraycopy(RIGHTS, 0, rules, 2, RIGHTS.length);
    Object unused = server.ask(jedis -> jedis.aclSetUser("agent", rules));
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Test
  void aUserNeedsFewRights() throws Exception {
    try (SharedStore store = store("redis://agent:p@ss/w%25rd@" + server.address() + "/3")) {
      LogClient log = new LogClient(store, "session");
      log.awaitAppend();
      log.append();

      log.assertHas(1, 2);
      assertThat(store.add(Map.of("cost", 1.5, "calls", 0.0), Duration.ofMinutes(1)))
          .isEqualTo(Map.of("cost", 1.5, "calls", 0.0));
      assertThat(store.logs(10)).extracting(Log::session).containsExactly("session");
    }
  }

  @Test
  void aDatabaseHasSessionsOfItsOwn() throws Exception {
    try (SharedStore third = store("redis://" + server.address() + "/3");
        SharedStore first = store("redis://" + server.address())) {
      new LogClient(third, "third").awaitAppend();
      new LogClient(first, "first").awaitAppend();

      assertThat(third.logs(10)).extracting(Log::session).containsExactly("third");
      assertThat(first.logs(10)).extracting(Log::session).containsExactly("first");
    }
  }

  @Test
  void aPasswordOfTheDefaultUserNeedsNoUser() throws Exception {
    Object unused = server.ask(jedis -> jedis.configSet("requirepass", "opensesame"));

    try (LogClient log = new LogClient(Map.of("uri", "redis://:opensesame@" + server.address()))) {
      log.awaitAppend();
      log.assertHas(1, 1);
    }
  }

  @Test
  void aWrongPasswordIsSaidAndNotShown() throws Exception {
    try (SharedStore store = store("redis://agent:sesame@" + server.address())) {
      LogClient log = new LogClient(store, "session");

      assertThatThrownBy(() -> awaitError(log))
          .hasMessageContaining("WRONGPASS")
          .hasMessageNotContaining("sesame");
    }
  }

  @Test
  void aPasswordThatIsMissingIsSaid() throws Exception {
    Object unused = server.ask(jedis -> jedis.configSet("requirepass", "opensesame"));

    try (SharedStore store = store("redis://" + server.address())) {
      LogClient log = new LogClient(store, "session");
      assertThatThrownBy(() -> awaitError(log)).hasMessageContaining("NOAUTH");
    }
  }

  @Test
  void connectionsThatAreNoLongerAuthenticatedAreOpenedAgain() throws Exception {
    try (LogClient log =
        new LogClient(Map.of("uri", "redis://agent:p@ss/w%25rd@" + server.address()))) {
      log.awaitAppend();
      Object unused = server.ask(jedis -> jedis.aclDelUser("agent"));
      assertThat(log.tryAppend()).isNotNull();
      String[] rules = {"on", ">p@ss/w%rd", "~*", "+@all"};
      unused = server.ask(jedis -> jedis.aclSetUser("agent", rules));

      log.awaitAppend();
      log.assertHas(1, 2);
    }
  }

  @Test
  void sentinelsMayWantThePasswordAsWell() throws Exception {
    Object unused = server.ask(jedis -> jedis.configSet("requirepass", "opensesame"));
    String configuration =
        """
        requirepass opensesame
        sentinel monitor agents 127.0.0.1 %d 1
        sentinel auth-pass agents opensesame
        """
            .formatted(server.port());
    try (RedisServer sentinel = RedisServer.startSentinel(configuration);
        LogClient log =
            new LogClient(
                Map.of("uri", "redis://:opensesame@" + sentinel.address(), "master", "agents"))) {
      log.awaitAppend();
      log.assertHas(1, 1);
    }
  }

  private static SharedStore store(String uri) throws Exception {
    return LogClient.store(Map.of("uri", uri, "timeout", "5s"));
  }

  private static void awaitError(LogClient log) throws Exception {
    while (true) {
      Exception failure = log.tryAppend();
      if (failure instanceof IOException) {
        throw failure;
      }
      assertThat(failure).isNotNull();
    }
  }
}
