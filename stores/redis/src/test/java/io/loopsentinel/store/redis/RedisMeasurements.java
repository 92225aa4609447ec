package io.loopsentinel.store.redis;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStore.Append;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import redis.clients.jedis.Jedis;

/**
 * Prints the figures of decision 13: times and bytes of appends to a server on the loopback
 * interface, and the memory of sessions. Run by hand.
 */
final class RedisMeasurements {

  private static final int CALLS = 10;
  private static final int EVENTS_OF_A_CALL = 3;
  private static final int EVENT_BYTES = 120;
  private static final int SESSIONS = 100_000;
  private static final Duration EXPIRY = Duration.ofHours(1);
  private static final String WRITER = "host-1234.5f3a9c21";

  private RedisMeasurements() {}

  public static void main(String[] arguments) throws Exception {
    try (RedisServer server = RedisServer.start()) {
      try (SharedStore store = store(server, "5s")) {
        first(store);
        times(store, 1, 20_000);
        times(store, 1, 20_000);
        times(store, 16, 5_000);
        bytes(server, store);
        memory(server, store);
      }
      failing(server, 1);
      failing(server, 16);
    }
  }

  private static SharedStore store(RedisServer server, String timeout) throws Exception {
    return new RedisStoreExtension().configure(Map.of("uri", server.uri(), "timeout", timeout));
  }

  private static void first(SharedStore store) throws Exception {
    long begin = System.nanoTime();
    append(store, "first", 1, 0, 1);
    System.out.printf(
        "first append, with connecting: %d ms%n", (System.nanoTime() - begin) / 1_000_000);
  }

  private static long append(SharedStore store, String session, long first, long after, int events)
      throws Exception {
    List<byte[]> all = IntStream.range(0, events).mapToObj(i -> new byte[EVENT_BYTES]).toList();
    return store
        .append(session, new Append(WRITER, first, all, after, false, EXPIRY))
        .get(events - 1)
        .place();
  }

  private static void times(SharedStore store, int threads, int calls) throws Exception {
    print(
        "append of one event, %d threads".formatted(threads),
        concurrently(
            threads,
            thread -> {
              String session = "session " + threads + "-" + thread + "-" + System.nanoTime();
              long[] nanos = new long[calls];
              for (int i = 0; i < calls; i++) {
                long begin = System.nanoTime();
                append(store, session, i + 1, i, 1);
                nanos[i] = System.nanoTime() - begin;
              }
              return nanos;
            }));
  }

  private static void failing(RedisServer server, int threads) throws Exception {
    try (SharedStore store = store(server, "5ms")) {
      for (int i = 0; i < 50; i++) {
        fails(store);
      }
      server.pause();
      print(
          "failing append, timeout of 5 ms, %d threads".formatted(threads),
          concurrently(
              threads, thread -> LongStream.range(0, 1_000).map(i -> fails(store)).toArray()));
      server.resume();
    }
  }

  /** Returns the time of a call that may fail. */
  private static long fails(SharedStore store) {
    long begin = System.nanoTime();
    try {
      append(store, "failing", 1, 0, 1);
    } catch (Exception e) {
      // That is what is measured.
    }
    return System.nanoTime() - begin;
  }

  private static void bytes(RedisServer server, SharedStore store) throws Exception {
    append(store, "bytes", 1, 0, 1);
    long in = info(server, "stats", "total_net_input_bytes");
    long out = info(server, "stats", "total_net_output_bytes");
    long noIn = info(server, "stats", "total_net_input_bytes") - in;
    long noOut = info(server, "stats", "total_net_output_bytes") - out;
    int calls = 1_000;
    in = info(server, "stats", "total_net_input_bytes");
    out = info(server, "stats", "total_net_output_bytes");
    for (int i = 1; i <= calls; i++) {
      append(store, "bytes", i + 1, i, 1);
    }
    System.out.printf(
        "bytes of a call with one event of %d bytes: about %d sent, %d received%n",
        EVENT_BYTES,
        (info(server, "stats", "total_net_input_bytes") - in - noIn) / calls,
        (info(server, "stats", "total_net_output_bytes") - out - noOut / 2) / calls);
  }

  private static void memory(RedisServer server, SharedStore store) throws Exception {
    server.ask(Jedis::flushAll);
    long before = info(server, "memory", "used_memory");
    for (int i = 0; i < SESSIONS; i++) {
      session(store, "session-%08d".formatted(i));
      if (i == 0) {
        long usage =
            server.ask(jedis -> jedis.memoryUsage("loop-sentinel:log:session-00000000", 0));
        System.out.printf(
            "a session of %d events of %d bytes (%d bytes): %d bytes%n",
            CALLS * EVENTS_OF_A_CALL, EVENT_BYTES, CALLS * EVENTS_OF_A_CALL * EVENT_BYTES, usage);
      }
    }
    long used = info(server, "memory", "used_memory") - before;
    System.out.printf(
        "%d such sessions: %d MB, %d bytes each%n", SESSIONS, used / 1_000_000, used / SESSIONS);
  }

  private static void session(SharedStore store, String name) throws Exception {
    for (int call = 0; call < CALLS; call++) {
      long before = (long) call * EVENTS_OF_A_CALL;
      append(store, name, before + 1, before, EVENTS_OF_A_CALL);
    }
  }

  private static long info(RedisServer server, String section, String name) {
    return server
        .<String>ask(jedis -> jedis.info(section))
        .lines()
        .filter(line -> line.startsWith(name + ":"))
        .mapToLong(line -> Long.parseLong(line.substring(name.length() + 1)))
        .sum();
  }

  private interface Work {
    long[] of(int thread) throws Exception;
  }

  private static long[] concurrently(int threads, Work work) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    List<Future<long[]>> running = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int thread = i;
      running.add(executor.submit(() -> work.of(thread)));
    }
    long[] all = new long[0];
    for (Future<long[]> each : running) {
      all = LongStream.concat(Arrays.stream(all), Arrays.stream(each.get())).toArray();
    }
    executor.shutdown();
    return all;
  }

  private static void print(String name, long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    System.out.printf(
        "%s: median %.3f ms, 99th percentile %.3f ms, maximum %.3f ms%n",
        name,
        sorted[sorted.length / 2] / 1e6,
        sorted[(int) (sorted.length * 0.99)] / 1e6,
        sorted[sorted.length - 1] / 1e6);
  }
}
