package io.loopsentinel.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStore.Append;
import io.loopsentinel.engine.api.SharedStore.Entry;
import io.loopsentinel.engine.api.SharedStore.Log;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Keys of logs that the store has not written: no request fails, and other logs are as before. */
class RedisDamageTest {

  private static final byte[] KEY = bytes("loop-sentinel:log:a");
  private static final byte[] DAMAGE = bytes("xx");
  private static final byte[] EVENT = bytes("event");

  private RedisServer server;
  private SharedStore store;
  private int appended;

  @BeforeEach
  void start() throws Exception {
    server = RedisServer.start();
    store = LogClient.store(Map.of("uri", server.uri(), "timeout", "2s"));
    append("a", false);
    append("b", false);
    append("a", false);
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
    if (store != null) {
      store.close();
    }
  }

  @Test
  void anEntryIsUnreadable() throws Exception {
    String unused = server.ask(jedis -> jedis.lset(KEY, 1, DAMAGE));

    assertThat(append("a", false)).extracting(Entry::writer).containsExactly("", "w", "w");
    assertListed("a", "b");
  }

  @Test
  void theLastEntryIsUnreadable() throws Exception {
    String unused = server.ask(jedis -> jedis.lset(KEY, -1, DAMAGE));

    assertListed("a", "b");
    assertThat(append("a", false)).extracting(Entry::writer).containsExactly("w", "", "w");
  }

  @Test
  void anEntryIsUnreadableWhoseWriterIsUnknown() throws Exception {
    byte[] entry = server.ask(jedis -> jedis.lindex(KEY, 1));
    entry[6] = 1;
    String unused = server.ask(jedis -> jedis.lset(KEY, 1, entry));

    assertThat(append("a", false)).extracting(Entry::writer).containsExactly("", "w", "w");
  }

  @Test
  void aLogIsUnreadableUntilItBeginsAgain() throws Exception {
    String unused = server.ask(jedis -> jedis.lset(KEY, 0, DAMAGE));

    assertUnreadable();
  }

  @Test
  void aForeignKeyIsUnreadableUntilItsLogBeginsAgain() throws Exception {
    String unused = server.ask(jedis -> jedis.set(KEY, DAMAGE));

    assertUnreadable();
  }

  private void assertUnreadable() throws Exception {
    List<Entry> entries = append("a", false);

    assertThat(entries).extracting(Entry::place).containsExactly(1L);
    assertThat(entries).extracting(Entry::writer).containsExactly("");
    assertListed("b");
    assertThat(append("a", true)).extracting(Entry::writer).containsExactly("w");
    assertThat(append("a", false)).extracting(Entry::writer).containsExactly("w", "w");
    assertListed("a", "b");
  }

  private void assertListed(String... sessions) throws Exception {
    assertThat(store.logs(10)).extracting(Log::session).containsExactlyInAnyOrder(sessions);
  }

  private List<Entry> append(String session, boolean restarts) throws Exception {
    return store.append(
        session, new Append("w", ++appended, List.of(EVENT), 0, restarts, Duration.ofMinutes(1)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
