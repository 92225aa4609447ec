package io.loopsentinel.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStore.Append;
import io.loopsentinel.engine.api.SharedStore.Entry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/** A server with a replica, which takes its place when it is killed. */
class RedisFailoverTest {

  @TempDir private Path folder;

  @Test
  void appendsGoOnAtTheReplicaWithWhatWasReplicated() throws Exception {
    try (RedisServer first = RedisServer.start();
        RedisServer second = RedisServer.start("--replicaof", "127.0.0.1 " + first.port());
        RedisServer sentinel = sentinel(first)) {
      RedisServer.await(() -> hasReplica(sentinel));
      try (SharedStore store =
          new RedisStoreExtension()
              .configure(Map.of("uri", sentinel.uri(), "master", "agents", "timeout", "2s"))) {
        RedisServer.await(() -> append(store, 1) == 1);
        for (int number = 2; number <= 20; number++) {
          assertThat(append(store, number)).isEqualTo(number);
        }
        RedisServer.await(() -> length(second) == 20);

        first.kill();
        RedisServer.await(() -> append(store, 21) == 21);

        assertThat(entries(store, 22, List.of()))
            .extracting(Entry::number)
            .containsExactlyElementsOf(numbers(21));
      }
    }
  }

  private RedisServer sentinel(RedisServer master) throws IOException {
    Path config = folder.resolve("sentinel.conf");
    Files.writeString(
        config,
        """
        sentinel monitor agents 127.0.0.1 %d 1
        sentinel down-after-milliseconds agents 500
        sentinel failover-timeout agents 2000
        """
            .formatted(master.port()));
    return RedisServer.startSentinel(config);
  }

  private static boolean hasReplica(RedisServer sentinel) {
    try (Jedis admin = sentinel.admin()) {
      return !admin.sentinelReplicas("agents").isEmpty();
    }
  }

  private static long length(RedisServer server) {
    try (Jedis admin = server.admin()) {
      return admin.llen("loop-sentinel:{.session}:log");
    }
  }

  private static List<Long> numbers(int max) {
    return LongStream.rangeClosed(1, max).boxed().toList();
  }

  /** Appends an event; returns the place of the last entry, 0 if that failed. */
  private static long append(SharedStore store, long number) {
    try {
      byte[] event = ("event " + number).getBytes(StandardCharsets.UTF_8);
      List<Entry> entries = entries(store, number, List.of(event));
      return entries.get(entries.size() - 1).place();
    } catch (Exception e) {
      return 0;
    }
  }

  private static List<Entry> entries(SharedStore store, long first, List<byte[]> events)
      throws Exception {
    return store.append(
        "session", new Append("test", first, events, 0, false, Duration.ofMinutes(5)));
  }
}
