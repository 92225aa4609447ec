package io.loopsentinel.store.redis;

import java.net.SocketTimeoutException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisRedirectionException;
import redis.clients.jedis.providers.ClusterConnectionProvider;
import redis.clients.jedis.providers.ConnectionProvider;
import redis.clients.jedis.util.IOUtils;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * Sends requests to the servers; opens connections with the first use. Thread-safe.
 *
 * <p>Each server has threads of its own, so that one that stands still does not delay requests to
 * the others of a cluster. Deadlines are times of {@link System#nanoTime}.
 */
final class RedisClient implements AutoCloseable {

  /** More than the connections that a server may have closed since they were used. */
  private static final int MAX_ATTEMPTS = Connections.MAX + 2;

  /** Errors of a server that is no longer the right one, or no longer knows the client. */
  private static final Pattern LOST = Pattern.compile("READONLY |MASTERDOWN |NOAUTH ");

  private final RedisSettings settings;
  private final Map<HostAndPort, ServerThreads> threads = new ConcurrentHashMap<>();
  private final ServerThreads opener;
  private volatile @Nullable ConnectionProvider opened;

  RedisClient(RedisSettings settings) {
    this.settings = settings;
    this.opener = new ServerThreads(settings.toString(), 1);
  }

  /** Returns the server of a key. */
  HostAndPort server(byte[] key, long deadline) throws Exception {
    HostAndPort owner = null;
    if (open(deadline) instanceof ClusterConnectionProvider cluster) {
      owner = cluster.getNode(JedisClusterCRC16.getSlot(key));
    }
    return owner == null ? settings.nodes().get(0) : owner;
  }

  /** Returns the servers that hold the data together. */
  Collection<HostAndPort> servers(long deadline) throws Exception {
    Set<HostAndPort> all = new LinkedHashSet<>();
    if (open(deadline) instanceof ClusterConnectionProvider cluster) {
      for (int slot = 0; slot < Protocol.CLUSTER_HASHSLOTS; slot++) {
        all.add(cluster.getNode(slot));
      }
    }
    return all.isEmpty() ? settings.nodes().subList(0, 1) : all;
  }

  private ConnectionProvider open(long deadline) throws Exception {
    ConnectionProvider known = opened;
    return known == null ? opener.call(this::open, deadline) : known;
  }

  /** Takes long for a cluster or with Sentinel. Called on the only thread of the opener. */
  private ConnectionProvider open() {
    ConnectionProvider known = opened;
    if (known == null) {
      known = Connections.open(settings);
      opened = known;
    }
    return known;
  }

  /**
   * Sends a request to a server, or to the one it refers to, and returns the reply.
   *
   * @param repeatable whether to send it again if the connection turns out to be closed
   */
  <T> T execute(
      HostAndPort server, boolean repeatable, Function<Connection, T> request, long deadline)
      throws Exception {
    ConnectionProvider open = open(deadline);
    return threads
        .computeIfAbsent(server, each -> new ServerThreads(each.toString(), Connections.MAX))
        .call(() -> run(open, server, repeatable, request, deadline), deadline);
  }

  private <T> T run(
      ConnectionProvider open,
      HostAndPort first,
      boolean repeatable,
      Function<Connection, T> request,
      long deadline) {
    HostAndPort server = first;
    boolean asking = false;
    for (int attempt = 1; ; attempt++) {
      try {
        return run(open, server, asking, request);
      } catch (JedisRedirectionException e) {
        if (!settings.cluster()) {
          throw new IllegalStateException("it belongs to a cluster: set cluster: true", e);
        }
        renew(open);
        if (attempt == MAX_ATTEMPTS) {
          throw e;
        }
        server = e.getTargetNode();
        asking = e instanceof JedisAskDataException;
      } catch (JedisConnectionException e) {
        renew(open);
        boolean late = e.getCause() instanceof SocketTimeoutException;
        if (!repeatable || late || attempt == MAX_ATTEMPTS || System.nanoTime() > deadline) {
          throw e;
        }
      }
    }
  }

  private static <T> T run(
      ConnectionProvider open,
      HostAndPort server,
      boolean asking,
      Function<Connection, T> request) {
    try (Connection connection =
        open instanceof ClusterConnectionProvider cluster
            ? cluster.getConnection(server)
            : open.getConnection()) {
      try {
        if (asking) {
          connection.sendCommand(Command.ASKING);
          Object unused = connection.getOne();
        }
        return request.apply(connection);
      } catch (JedisDataException e) {
        if (LOST.matcher(String.valueOf(e.getMessage())).find()) {
          connection.setBroken();
        }
        throw e;
      }
    }
  }

  /** Asks again which server of a cluster holds what, unless another thread does. */
  private static void renew(ConnectionProvider open) {
    if (open instanceof ClusterConnectionProvider cluster) {
      cluster.renewSlotCache();
    }
  }

  @Override
  public void close() {
    opener.close();
    threads.values().forEach(ServerThreads::close);
    ConnectionProvider known = opened;
    if (known != null) {
      IOUtils.closeQuietly(known);
    }
  }
}
