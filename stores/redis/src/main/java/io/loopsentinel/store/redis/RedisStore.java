package io.loopsentinel.store.redis;

import io.loopsentinel.engine.api.SharedStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Logs and sums in Redis. Thread-safe.
 *
 * <p>A log is a list and a hash whose keys have the same hash tag, so that they are in one slot of
 * a cluster. All sums are in one slot. Requests are sent on threads of the store, so that nobody
 * waits longer than the time-out, whatever a connection does.
 */
final class RedisStore implements SharedStore {

  /** Time that listing sessions may take. It is asked for by people. */
  private static final Duration LIST_TIMEOUT = Duration.ofSeconds(10);

  /** Begins the hash tag. Never empty, because an empty one is none. */
  private static final String TAG = ":{.";

  private static final String LOG = "}:log";
  private static final String STATE = "}:state";
  private static final String SUM = ":{sums}:";

  /** Maximum number of requests that wait for a connection. */
  private static final int MAX_WAITING = 1_024;

  private final RedisSettings settings;
  private final RedisClient client;
  private final Script append = Script.named("append.lua");
  private final Script add = Script.named("add.lua");
  private final ThreadPoolExecutor threads;

  RedisStore(RedisSettings settings, RedisClient client) {
    this.settings = settings;
    this.client = client;
    this.threads =
        new ThreadPoolExecutor(
            RedisClient.MAX_CONNECTIONS,
            RedisClient.MAX_CONNECTIONS,
            10,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MAX_WAITING),
            RedisStore::newThread);
    threads.allowCoreThreadTimeOut(true);
  }

  private static Thread newThread(Runnable task) {
    Thread thread = new Thread(task, "loop-sentinel redis");
    thread.setDaemon(true);
    thread.setContextClassLoader(RedisStore.class.getClassLoader());
    return thread;
  }

  @Override
  public List<Entry> append(String session, Append request) throws Exception {
    String key = settings.prefix() + TAG + RedisText.encoded(session);
    List<byte[]> arguments = new ArrayList<>();
    arguments.add(RedisText.ascii(request.writer()));
    arguments.add(RedisText.ascii(request.first()));
    arguments.add(RedisText.ascii(request.after()));
    arguments.add(RedisText.ascii(request.restarts() ? 1 : 0));
    arguments.add(RedisText.ascii(request.expiry().toMillis()));
    arguments.add(RedisText.ascii(MAX_ENTRIES));
    arguments.addAll(request.events());
    List<byte[]> keys = List.of(RedisText.ascii(key + LOG), RedisText.ascii(key + STATE));
    List<?> reply =
        (List<?>) inTime(settings.timeout(), () -> append.run(client.jedis(), keys, arguments));
    long place = (Long) reply.get(0);
    List<Entry> entries = new ArrayList<>();
    for (Object entry : (List<?>) reply.get(1)) {
      entries.add(entry(++place, (byte[]) entry));
    }
    return entries;
  }

  /** Reads {@code time number writer event}. */
  private static Entry entry(long place, byte[] bytes) {
    int[] ends = new int[3];
    int from = 0;
    for (int i = 0; i < ends.length; i++) {
      while (bytes[from] != ' ') {
        from++;
      }
      ends[i] = from++;
    }
    byte[] event = new byte[bytes.length - from];
    System.arraycopy(bytes, from, event, 0, event.length);
    return new Entry(
        place,
        Long.parseLong(RedisText.ascii(bytes, 0, ends[0])),
        RedisText.ascii(bytes, ends[1] + 1, ends[2]),
        Long.parseLong(RedisText.ascii(bytes, ends[0] + 1, ends[1])),
        event);
  }

  @Override
  public Map<String, Double> add(Map<String, Double> amounts, Duration expiry) throws Exception {
    if (amounts.isEmpty()) {
      return Map.of();
    }
    List<byte[]> keys = new ArrayList<>();
    List<byte[]> arguments = new ArrayList<>();
    arguments.add(RedisText.ascii(expiry.toMillis()));
    List<String> names = new ArrayList<>();
    amounts.forEach(
        (name, amount) -> {
          names.add(name);
          keys.add(RedisText.ascii(settings.prefix() + SUM + RedisText.encoded(name)));
          arguments.add(RedisText.ascii(amount));
        });
    List<?> reply =
        (List<?>) inTime(settings.timeout(), () -> add.run(client.jedis(), keys, arguments));
    Map<String, Double> sums = new TreeMap<>();
    for (int i = 0; i < names.size(); i++) {
      byte[] sum = (byte[]) reply.get(i);
      sums.put(names.get(i), Double.parseDouble(RedisText.ascii(sum, 0, sum.length)));
    }
    return sums;
  }

  @Override
  public List<String> sessions(int max) throws Exception {
    String start = settings.prefix() + TAG;
    return inTime(LIST_TIMEOUT, () -> client.keys(start + "*" + LOG, max)).stream()
        .map(key -> RedisText.decoded(key.substring(start.length(), key.length() - LOG.length())))
        .toList();
  }

  private <T> T inTime(Duration timeout, Callable<T> request) throws Exception {
    Future<T> reply;
    try {
      reply = threads.submit(request);
    } catch (RejectedExecutionException e) {
      throw new TimeoutException("all connections to " + settings + " are in use");
    }
    try {
      return reply.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    } catch (TimeoutException e) {
      reply.cancel(false); // Unless it has begun, nobody needs it.
      throw new TimeoutException(settings + " gave no reply within " + timeout.toMillis() + " ms");
    }
  }

  @Override
  public void close() {
    threads.shutdown();
    client.close();
  }

  @Override
  public String toString() {
    return settings.toString();
  }
}
