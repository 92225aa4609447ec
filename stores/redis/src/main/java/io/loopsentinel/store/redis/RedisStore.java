package io.loopsentinel.store.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.store.redis.RedisClient.Request;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;
import redis.clients.jedis.util.SafeEncoder;

/**
 * Logs and sums in Redis. Thread-safe. A log is a list: a head, then the entries.
 *
 * <p>A key has a prefix, and the name of the session or sum in the encoding of URLs. All sums have
 * one hash tag, so that a cluster adds several in one step.
 */
final class RedisStore implements SharedStore {

  private static final Duration LIST_TIMEOUT = Duration.ofSeconds(3);

  /** The position of the writer in an entry. */
  private static final int WRITER = 6;

  /** Length of time, writer and number, with which an entry begins. */
  private static final int HEADER = 14;

  private final RedisSettings settings;
  private final String logPrefix;
  private final String sumPrefix;
  private final RedisClient client;
  private final Script append = Script.named("append.lua");
  private final Script add = Script.named("add.lua");
  private final Script newest = Script.named("newest.lua");

  RedisStore(RedisSettings settings) {
    this.settings = settings;
    this.logPrefix = settings.prefix() + ":log:";
    this.sumPrefix = settings.prefix() + ":{sum}:";
    this.client = new RedisClient(settings);
  }

  @Override
  public List<Entry> append(String session, Append request) throws Exception {
    List<Object> arguments =
        new ArrayList<>(
            List.of(
                request.after(),
                millis(request.expiry()),
                MAX_ENTRIES,
                request.restarts() ? 1 : 0,
                request.writer(),
                request.first()));
    arguments.addAll(request.events());
    return entries(
        request.after(), run(append, true, List.of(logPrefix + encoded(session)), arguments));
  }

  /**
   * Decodes the reply of {@code append.lua}: the last place, the writers, and the entries, or the
   * time alone if the log is unreadable.
   */
  private static List<Entry> entries(long after, List<?> reply) {
    if (reply.isEmpty()) {
      return List.of();
    }
    if (reply.size() == 1) {
      return List.of(unreadable(after + 1, (Long) reply.get(0)));
    }
    List<?> writers = (List<?>) reply.get(1);
    List<?> packed = (List<?>) reply.get(2);
    long place = (Long) reply.get(0) - packed.size();
    List<Entry> entries = new ArrayList<>(packed.size());
    long time = System.currentTimeMillis(); // If the first entry is unreadable.
    for (Object each : packed) {
      ByteBuffer bytes = ByteBuffer.wrap((byte[]) each);
      place++;
      int writer = bytes.remaining() < HEADER ? 0 : Short.toUnsignedInt(bytes.getShort(WRITER));
      if (writer == 0 || writer > writers.size()) {
        entries.add(unreadable(place, time));
      } else {
        time = unsigned48(bytes);
        long number = unsigned48(bytes.position(WRITER + Short.BYTES));
        byte[] event = new byte[bytes.remaining()];
        bytes.get(event);
        entries.add(new Entry(place, time, text(writers.get(writer - 1)), number, event));
      }
    }
    return entries;
  }

  private static Entry unreadable(long place, long time) {
    return new Entry(place, time, "", 0, new byte[0]);
  }

  private static long unsigned48(ByteBuffer bytes) {
    return (long) Short.toUnsignedInt(bytes.getShort()) << Integer.SIZE
        | Integer.toUnsignedLong(bytes.getInt());
  }

  @Override
  public Map<String, Double> add(Map<String, Double> amounts, Duration expiry) throws Exception {
    if (amounts.isEmpty()) {
      return Map.of();
    }
    List<String> names = List.copyOf(amounts.keySet());
    List<Object> arguments = new ArrayList<>(List.of(millis(expiry)));
    names.forEach(name -> arguments.add(amounts.get(name)));
    boolean isRead = amounts.values().stream().allMatch(amount -> amount == 0);
    List<String> keys = names.stream().map(name -> sumPrefix + encoded(name)).toList();
    List<?> reply = run(add, isRead, keys, arguments);
    Map<String, Double> added = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      added.put(names.get(i), Double.valueOf(text(reply.get(i))));
    }
    return added;
  }

  private List<?> run(Script script, boolean repeatable, List<String> keys, List<Object> arguments)
      throws Exception {
    long deadline = System.nanoTime() + settings.timeout().toNanos();
    return client.execute(
        keys.get(0),
        new Request<>(each -> script.run(each, keys, arguments), repeatable, deadline));
  }

  @Override
  public List<Log> logs(int max) throws Exception {
    long deadline = System.nanoTime() + LIST_TIMEOUT.toNanos();
    Request<List<Log>> request = new Request<>(each -> logs(each, max, deadline), true, deadline);
    return client.executeOnAll(request).stream().flatMap(List::stream).limit(max).toList();
  }

  private List<Log> logs(Connection connection, int max, long deadline) {
    List<Log> logs = new ArrayList<>();
    for (String key : scan(new Jedis(connection), max, deadline)) {
      List<?> reply = newest.run(connection, List.of(key), List.of());
      if (!reply.isEmpty()) { // It may have expired since, or be unreadable.
        logs.add(log(key, reply));
      }
    }
    return logs;
  }

  private Log log(String key, List<?> reply) {
    Set<String> writers =
        ((List<?>) reply.get(2)).stream().map(RedisStore::text).collect(Collectors.toSet());
    long time = Long.parseLong(text(reply.get(0)));
    String session = URLDecoder.decode(key.substring(logPrefix.length()), UTF_8);
    return new Log(session, time, text(reply.get(1)), writers);
  }

  private Set<String> scan(Jedis jedis, int max, long deadline) {
    ScanParams pattern = new ScanParams().match(logPrefix + "*").count(1_000);
    Set<String> found = new LinkedHashSet<>();
    String cursor = ScanParams.SCAN_POINTER_START;
    do {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("too many keys to look at in time");
      }
      ScanResult<String> reply = jedis.scan(cursor, pattern);
      found.addAll(reply.getResult());
      cursor = reply.getCursor();
    } while (found.size() < max && !cursor.equals(ScanParams.SCAN_POINTER_START));
    return found;
  }

  private static long millis(Duration expiry) {
    return Math.max(1, expiry.toMillis());
  }

  private static String encoded(String name) {
    return URLEncoder.encode(name, UTF_8);
  }

  private static String text(Object bytes) {
    return SafeEncoder.encode((byte[]) bytes);
  }

  @Override
  public void close() {
    client.close();
  }
}
