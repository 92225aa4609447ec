package io.loopsentinel.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.api.SharedStore.Entry;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/** A server that Sentinel replaces by its replica under traffic. */
@Tag("slow")
class RedisFailoverTest {

  private RedisServers servers;
  private LogClient log;

  @BeforeEach
  void start() throws Exception {
    servers = RedisServers.replicated();
    log = new LogClient(servers.settings());
    log.awaitAppend();
  }

  @AfterEach
  void stop() {
    if (servers != null) {
      servers.close();
    }
    if (log != null) {
      log.close();
    }
  }

  @Test
  void appendsContinueAtTheReplicaOfAServerThatWasKilled() throws Exception {
    appendUntil(100);

    servers.get(0).kill();

    assertContinues();
  }

  @Test
  void appendsContinueAtTheReplicaOfAServerThatStandsStill() throws Exception {
    appendUntil(100);

    servers.get(0).pause();

    assertContinues();
  }

  @Test
  void appendsContinueAfterAFailoverThatWasAskedFor() throws Exception {
    appendUntil(100);

    Object unused = servers.get(2).ask(sentinel -> sentinel.sentinelFailover("agents"));
    RedisServer.await("appends reach the replica", () -> isAtReplica(log.tryAppend()));

    assertContinues();
  }

  private boolean isAtReplica(@Nullable Exception failure) {
    try {
      return failure == null && servers.get(1).<String>ask(Jedis::info).contains("role:master");
    } catch (JedisException e) {
      return false; // A failover closes all connections, that of this question as well.
    }
  }

  /** Appends until some more were acknowledged, and checks the log: what is left has no gap. */
  private void assertContinues() throws Exception {
    long before = log.appended();
    appendUntil(before + 100);

    List<Long> numbers = log.read().stream().map(Entry::number).toList();
    assertThat(numbers).isSorted().doesNotHaveDuplicates();
    assertThat(numbers.get(numbers.size() - 1)).isEqualTo(log.appended());
    // Servers lose what one acknowledged before it knew that the other has replaced it.
    long lost = log.appended() - numbers.size();
    System.out.println("lost in the failover: " + lost + " of " + before);
    assertThat(lost).isLessThan(before);
  }

  private void appendUntil(long number) {
    RedisServer.await(
        number + " appends",
        () -> {
          Exception unused = log.tryAppend();
          return log.appended() >= number;
        });
  }
}
