package io.loopsentinel.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;
import redis.clients.jedis.params.ClientKillParams.SkipMe;

/** A server that fails: each call ends in time, and appends continue when it is back. */
class RedisFailureTest {

  private RedisServer server;
  private LogClient log;

  @BeforeEach
  void start() throws Exception {
    server = RedisServer.start();
    log = new LogClient(Map.of("uri", server.uri()));
    log.awaitAppend();
    log.append();
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
    if (log != null) {
      log.close();
    }
  }

  @Test
  void aServerThatStandsStillCostsTheTimeout() throws Exception {
    server.pause();
    for (int i = 0; i < 20; i++) {
      assertThatThrownBy(log::append)
          .isInstanceOfAny(TimeoutException.class, IOException.class)
          .hasMessageStartingWith("Redis at " + server.address());
    }
    server.resume();

    log.awaitAppend();
    log.append();
    log.assertHas(1, 4);
  }

  @Test
  void aShortPauseBreaksNoConnection() throws Exception {
    List<String> before = connections();
    server.pause();
    assertThat(log.tryAppend()).isInstanceOf(TimeoutException.class);
    server.resume();
    log.awaitAppend();

    // The next append may use another connection while the first still waits for its reply.
    assertThat(connections()).containsAll(before);
    log.assertHas(1, 3);
  }

  /** Returns the server's names of all connections but the test's own. */
  private List<String> connections() {
    return server
        .<String>ask(Jedis::clientList)
        .lines()
        .filter(line -> !line.contains("cmd=client"))
        .map(line -> line.substring(0, line.indexOf(' ')))
        .toList();
  }

  @Test
  void aServerThatWasKilledIsUsedAgainWhenItIsBack() throws Exception {
    server.kill();
    for (int i = 0; i < 20; i++) {
      assertThat(log.tryAppend()).isInstanceOfAny(IOException.class, TimeoutException.class);
    }
    server.restart();

    log.awaitAppend();
    log.append();
    log.assertHas(3, 4);
  }

  @Test
  void closedConnectionsAreOpenedAgain() throws Exception {
    for (int i = 0; i < 10; i++) {
      ClientKillParams all = new ClientKillParams().type(ClientType.NORMAL).skipMe(SkipMe.YES);
      Object unused = server.ask(jedis -> jedis.clientKill(all));
      log.awaitAppend();
    }

    log.assertHas(1, 12);
  }

  @Test
  void aConnectionThatTheServerClosedForIdlenessCostsNoCall() throws Exception {
    Object unused = server.ask(jedis -> jedis.configSet("timeout", "1"));
    RedisServer.await(
        "the server closes the connection",
        () -> server.ask(jedis -> jedis.info("clients")).contains("connected_clients:1\r"));

    log.append();
    log.assertHas(1, 3);
  }

  @Test
  void aFullServerRefusesAndKeepsWhatItHas() throws Exception {
    Object unused = server.ask(jedis -> jedis.configSet("maxmemory", "1"));
    assertThatThrownBy(log::append).hasMessageContaining("OOM");
    log.assertHas(1, 2);
    unused = server.ask(jedis -> jedis.configSet("maxmemory", "0"));

    log.append();
    log.assertHas(1, 3);
  }

  @Test
  void scriptsThatTheServerHasForgottenAreSentAgain() throws Exception {
    Object unused = server.ask(Jedis::scriptFlush);

    log.append();
    log.assertHas(1, 3);
  }

  @Test
  void aServerThatBecameAReplicaIsNotWrittenTo() throws Exception {
    Object unused = server.ask(jedis -> jedis.replicaof("127.0.0.1", RedisServer.freePort()));
    assertThatThrownBy(log::append).hasMessageMatching(".*(READONLY|MASTERDOWN).*");
    unused = server.ask(Jedis::replicaofNoOne);

    log.awaitAppend();
    log.assertHas(1, 3);
  }

  @Test
  void anInterruptedThreadStaysInterrupted() throws Exception {
    server.pause(); // A reply that has come already would be taken.
    Thread.currentThread().interrupt();

    assertThat(log.tryAppend()).isInstanceOf(InterruptedException.class);

    assertThat(Thread.interrupted()).isTrue();
    server.resume();
    log.awaitAppend();
    log.assertHas(1, 3);
  }
}
