package io.loopsentinel.store.redis;

import io.loopsentinel.engine.api.SharedStore;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;

/** Logs and sums in Redis. Thread-safe. A log is a list: a head, then the entries. */
final class RedisStore implements SharedStore {

  private static final Duration LIST_TIMEOUT = Duration.ofSeconds(3);
  private static final String SCAN_END = "0";
  private static final byte[] ONE = Keys.bytes(1);

  private final RedisSettings settings;
  private final Keys keys;
  private final RedisClient client;
  private final Script append = Script.named("append.lua");
  private final Script add = Script.named("add.lua");
  private final Script newest = Script.named("newest.lua");

  RedisStore(RedisSettings settings) {
    this.settings = settings;
    this.keys = new Keys(settings.prefix());
    this.client = new RedisClient(settings);
  }

  @Override
  public List<Entry> append(String session, Append request) throws Exception {
    List<byte[]> arguments = new ArrayList<>();
    arguments.add(Keys.bytes(request.after()));
    arguments.add(millis(request.expiry()));
    arguments.add(Keys.bytes(MAX_ENTRIES));
    arguments.add(Keys.bytes(request.restarts() ? 1 : 0));
    arguments.add(Keys.bytes(request.writer()));
    arguments.add(Keys.bytes(request.first()));
    arguments.addAll(request.events());
    return entries(run(append, true, List.of(keys.session(session)), arguments));
  }

  /** Decodes the reply of {@code append.lua}: the last place, the writers, and the entries. */
  private static List<Entry> entries(List<?> reply) {
    if (reply.isEmpty()) {
      return List.of();
    }
    List<?> writers = (List<?>) reply.get(1);
    List<?> packed = (List<?>) reply.get(2);
    long place = (Long) reply.get(0) - packed.size();
    List<Entry> entries = new ArrayList<>(packed.size());
    for (Object each : packed) {
      ByteBuffer bytes = ByteBuffer.wrap((byte[]) each);
      long time = unsigned48(bytes);
      String writer = Keys.text(writers.get(Short.toUnsignedInt(bytes.getShort()) - 1));
      long number = unsigned48(bytes);
      byte[] event = new byte[bytes.remaining()];
      bytes.get(event);
      entries.add(new Entry(++place, time, writer, number, event));
    }
    return entries;
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
    List<String> names = new ArrayList<>();
    List<byte[]> sums = new ArrayList<>();
    List<byte[]> arguments = new ArrayList<>();
    arguments.add(millis(expiry));
    boolean isRead = true;
    for (Map.Entry<String, Double> amount : amounts.entrySet()) {
      if (!Double.isFinite(amount.getValue())) {
        throw new IllegalArgumentException("Not a finite number: " + amount.getValue());
      }
      isRead &= amount.getValue() == 0;
      names.add(amount.getKey());
      sums.add(keys.sum(amount.getKey()));
      arguments.add(Keys.bytes(amount.getValue()));
    }
    List<?> reply = run(add, isRead, sums, arguments);
    Map<String, Double> added = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      added.put(names.get(i), Double.valueOf(Keys.text(reply.get(i))));
    }
    return added;
  }

  private List<?> run(Script script, boolean repeatable, List<byte[]> keys, List<byte[]> arguments)
      throws Exception {
    long deadline = deadline(settings.timeout());
    HostAndPort server = client.server(keys.get(0), deadline);
    return client.execute(
        server, repeatable, connection -> script.run(connection, keys, arguments), deadline);
  }

  @Override
  public List<Log> logs(int max) throws Exception {
    long deadline = deadline(LIST_TIMEOUT);
    Map<String, Log> logs = new LinkedHashMap<>();
    for (HostAndPort server : client.servers(deadline)) {
      client
          .execute(server, true, each -> logs(each, max, deadline), deadline)
          .forEach(log -> logs.put(log.session(), log));
    }
    return logs.values().stream().limit(Math.max(0, max)).toList();
  }

  private List<Log> logs(Connection connection, int max, long deadline) {
    List<byte[]> found = scan(connection, max, deadline).stream().map(Keys::bytes).toList();
    if (found.isEmpty()) {
      return List.of();
    }
    // Makes the script known to the server.
    List<?> unused = newest.run(connection, found.subList(0, 1), List.of());
    found.forEach(log -> connection.sendCommand(Command.EVALSHA, newest.sha1(), ONE, log));
    List<Object> replies = connection.getMany(found.size());
    List<Log> logs = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      // A log may have expired or moved since.
      if (replies.get(i) instanceof List<?> reply && !reply.isEmpty()) {
        logs.add(log(Keys.text(found.get(i)), reply));
      }
    }
    return logs;
  }

  private Log log(String key, List<?> reply) {
    Set<String> writers =
        ((List<?>) reply.get(2)).stream().map(Keys::text).collect(Collectors.toSet());
    long time = Long.parseLong(Keys.text(reply.get(0)));
    return new Log(keys.name(key), time, Keys.text(reply.get(1)), writers);
  }

  private Set<String> scan(Connection connection, int max, long deadline) {
    Set<String> found = new LinkedHashSet<>();
    String cursor = SCAN_END;
    do {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("too many keys to look at in time");
      }
      connection.sendCommand(Command.SCAN, cursor, "MATCH", keys.sessions() + "*", "COUNT", "1000");
      List<?> reply = (List<?>) connection.getOne();
      cursor = Keys.text(reply.get(0));
      for (Object key : (List<?>) reply.get(1)) {
        found.add(Keys.text(key));
      }
    } while (found.size() < max && !cursor.equals(SCAN_END));
    return found;
  }

  private static long deadline(Duration timeout) {
    return System.nanoTime() + timeout.toNanos();
  }

  private static byte[] millis(Duration expiry) {
    return Keys.bytes(Math.max(1, expiry.toMillis()));
  }

  @Override
  public void close() {
    client.close();
  }
}
