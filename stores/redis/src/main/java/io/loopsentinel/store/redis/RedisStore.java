package io.loopsentinel.store.redis;

import io.loopsentinel.engine.api.SharedStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisClusterException;
import redis.clients.jedis.exceptions.JedisNoScriptException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/** A store in Redis. Each method takes one round trip, or a few after a change of the servers. */
final class RedisStore implements SharedStore {

  private static final int MAX_REDIRECTIONS = 5;

  /** Keys that one step of listing the sessions looks at. */
  private static final byte[] SCANNED = Keys.ascii("1000");

  private static final String SCAN_END = "0";

  private final Servers servers;
  private final Keys keys;
  private final Duration timeout;
  private final Script append = Script.named("append.lua");
  private final Script add = Script.named("add.lua");

  RedisStore(Servers servers, Keys keys, Duration timeout) {
    this.servers = servers;
    this.keys = keys;
    this.timeout = timeout;
  }

  @Override
  public List<Entry> append(String session, Append append) throws Exception {
    List<byte[]> arguments = new ArrayList<>();
    arguments.add(number(append.after()));
    arguments.add(millis(append.expiry()));
    arguments.add(number(MAX_ENTRIES));
    arguments.add(number(append.restarts() ? 1 : 0));
    arguments.add(Keys.ascii(append.writer()));
    arguments.add(number(append.first()));
    arguments.addAll(append.events());
    return entries(run(this.append, List.of(keys.session(session)), arguments));
  }

  /** Decodes the reply of {@code append.lua}: the last place, the writers, and the entries. */
  private static List<Entry> entries(List<?> reply) {
    if (reply.isEmpty()) {
      return List.of();
    }
    List<String> writers = new ArrayList<>();
    for (Object writer : (List<?>) reply.get(1)) {
      writers.add(Connector.text(writer));
    }
    List<?> packed = (List<?>) reply.get(2);
    long place = (Long) reply.get(0) - packed.size();
    List<Entry> entries = new ArrayList<>(packed.size());
    for (Object each : packed) {
      ByteBuffer bytes = ByteBuffer.wrap((byte[]) each);
      long time = unsigned48(bytes);
      String writer = writers.get(Short.toUnsignedInt(bytes.getShort()) - 1);
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
    for (Map.Entry<String, Double> amount : amounts.entrySet()) {
      if (!Double.isFinite(amount.getValue())) {
        throw new IllegalArgumentException("Not a finite number: " + amount.getValue());
      }
      names.add(amount.getKey());
      sums.add(keys.sum(amount.getKey()));
      arguments.add(Keys.ascii(amount.getValue().toString()));
    }
    List<?> reply = run(add, sums, arguments);
    Map<String, Double> added = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      added.put(names.get(i), Double.valueOf(Connector.text(reply.get(i))));
    }
    return added;
  }

  @Override
  public List<String> sessions(int max) throws Exception {
    Deadline deadline = Deadline.after(timeout);
    Set<String> names = new LinkedHashSet<>();
    for (Node node : servers.all(deadline)) {
      byte[] cursor = Keys.ascii(SCAN_END);
      do {
        Request scan =
            new Request(
                "SCAN",
                cursor,
                Keys.ascii("MATCH"),
                keys.anySession(),
                Keys.ascii("COUNT"),
                SCANNED);
        List<?> reply = (List<?>) execute(node, scan, deadline);
        cursor = (byte[]) reply.get(0);
        for (Object key : (List<?>) reply.get(1)) {
          names.add(keys.session((byte[]) key));
        }
      } while (names.size() < max && !Connector.text(cursor).equals(SCAN_END));
    }
    return names.stream().limit(Math.max(0, max)).toList();
  }

  /** Runs a script on keys of one hash slot. */
  private List<?> run(Script script, List<byte[]> keys, List<byte[]> arguments) throws Exception {
    Deadline deadline = Deadline.after(timeout);
    Node node = servers.of(keys.get(0), deadline);
    try {
      return (List<?>) execute(node, script.known(keys, arguments), deadline);
    } catch (JedisNoScriptException e) {
      return (List<?>) execute(node, script.unknown(keys, arguments), deadline);
    }
  }

  private Object execute(Node first, Request command, Deadline deadline) throws Exception {
    Node node = first;
    Request request = command;
    for (int redirections = 0; ; redirections++) {
      try {
        return node.execute(request, deadline);
      } catch (JedisRedirectionException e) {
        servers.failed();
        if (redirections == MAX_REDIRECTIONS) {
          throw e;
        }
        node = servers.redirected(node, e.getTargetNode());
        request = request.redirected(e instanceof JedisAskDataException);
      } catch (IOException | TimeoutException | JedisClusterException e) {
        servers.failed();
        throw e;
      }
    }
  }

  private static byte[] number(long number) {
    return Keys.ascii(Long.toString(number));
  }

  private static byte[] millis(Duration expiry) {
    return number(Math.max(1, expiry.toMillis()));
  }

  @Override
  public void close() {
    servers.close();
  }
}
