package io.loopsentinel.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStore.Append;
import io.loopsentinel.engine.api.SharedStore.Entry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * A writer of one log that does as the engine: an event that failed is sent again with its number.
 * It checks that each call ends in time.
 *
 * <p>For use by one thread.
 */
final class LogClient implements AutoCloseable {

  static final Duration TIMEOUT = Duration.ofMillis(200);

  /** Many times what is promised, because the machine has other work. */
  private static final Duration MARGIN = Duration.ofSeconds(1);

  private static final Duration EXPIRY = Duration.ofHours(1);

  private final SharedStore store;
  private final String session;
  private final Duration limit;
  private long appended;
  private Duration longest = Duration.ZERO;

  /** Creates a client with a store of its own. */
  LogClient(Map<String, Object> settings) throws Exception {
    this(store(settings), "session");
  }

  LogClient(SharedStore store, String session) {
    this(store, session, TIMEOUT);
  }

  LogClient(SharedStore store, String session, Duration timeout) {
    this.store = store;
    this.session = session;
    this.limit = timeout.plus(MARGIN);
  }

  static SharedStore store(Map<String, Object> settings) throws Exception {
    Map<String, Object> all = new HashMap<>(settings);
    all.putIfAbsent("timeout", TIMEOUT.toMillis() + "ms");
    return new RedisStoreExtension().configure(all);
  }

  /** Returns the number of the last event that was acknowledged. */
  long appended() {
    return appended;
  }

  /** Appends the next event. */
  void append() throws Exception {
    call(List.of(event(appended + 1)));
    appended++;
  }

  /** Appends the next event; returns the failure, or null. */
  @Nullable Exception tryAppend() {
    try {
      append();
      return null;
    } catch (Exception e) {
      return e;
    }
  }

  /** Appends the next event as soon as that is possible. */
  void awaitAppend() {
    RedisServer.await("an append succeeds", () -> tryAppend() == null);
  }

  /** Returns the log. */
  List<Entry> read() throws Exception {
    return call(List.of());
  }

  /** Checks that the log has the events with these numbers, each once and in their order. */
  void assertHas(long first, long last) throws Exception {
    assertThat(read())
        .extracting(Entry::number)
        .containsExactlyElementsOf(LongStream.rangeClosed(first, last).boxed().toList());
  }

  Duration longest() {
    return longest;
  }

  private List<Entry> call(List<byte[]> events) throws Exception {
    Append append = new Append("writer", appended + 1, events, 0, false, EXPIRY);
    long begin = System.nanoTime();
    try {
      return store.append(session, append);
    } finally {
      Duration took = Duration.ofNanos(System.nanoTime() - begin);
      longest = took.compareTo(longest) > 0 ? took : longest;
      assertThat(took).isLessThan(limit);
    }
  }

  private static byte[] event(long number) {
    return ("event " + number).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    store.close();
  }
}
