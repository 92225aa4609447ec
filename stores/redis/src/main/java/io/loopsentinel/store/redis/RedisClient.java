package io.loopsentinel.store.redis;

import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
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
 * <p>Each server has threads of its own, so that one that hangs does not delay requests to the
 * others of a cluster.
 */
final class RedisClient implements AutoCloseable {

  /** More than the connections that a server may have closed since they were used. */
  private static final int MAX_ATTEMPTS = Connections.MAX + 2;

  /** Errors of a server that is no longer the master, or no longer knows the client. */
  private static final Pattern LOST = Pattern.compile("READONLY |MASTERDOWN |NOAUTH ");

  private final RedisSettings settings;
  private final Map<HostAndPort, ServerThreads> threads = new ConcurrentHashMap<>();
  private final ServerThreads opener;
  private volatile @Nullable ConnectionProvider opened;

  /**
   * A request that waits for its reply.
   *
   * @param repeatable whether to send it again if the connection turns out to be closed
   * @param deadline the time of {@link System#nanoTime} at which it fails
   */
  record Request<T>(Function<Connection, T> body, boolean repeatable, long deadline) {}

  RedisClient(RedisSettings settings) {
    this.settings = settings;
    this.opener = new ServerThreads(settings.toString(), 1);
  }

  /** Sends a request to the server of a key, and returns the reply. */
  <T> T execute(String key, Request<T> request) throws Exception {
    HostAndPort owner = null;
    if (open(request.deadline()) instanceof ClusterConnectionProvider cluster) {
      owner = cluster.getNode(JedisClusterCRC16.getSlot(key));
    }
    return execute(Objects.requireNonNullElse(owner, settings.nodes().get(0)), request);
  }

  /** Sends a request to the servers that hold the data together, and returns the replies. */
  <T> List<T> executeOnAll(Request<T> request) throws Exception {
    List<HostAndPort> servers = settings.nodes().subList(0, 1);
    if (open(request.deadline()) instanceof ClusterConnectionProvider cluster) {
      servers = cluster.getPrimaryNodes().keySet().stream().map(HostAndPort::from).toList();
    }
    List<T> replies = new ArrayList<>();
    for (HostAndPort server : servers) {
      replies.add(execute(server, request));
    }
    return replies;
  }

  private ConnectionProvider open(long deadline) throws Exception {
    ConnectionProvider known = opened;
    return known == null ? opener.call(this::open, deadline) : known;
  }

  /** Takes long for a cluster or with Sentinel. Called on the only thread of the opener. */
  private ConnectionProvider open() {
    ConnectionProvider known = opened;
    opened = known == null ? Connections.open(settings) : known;
    return opened;
  }

  private <T> T execute(HostAndPort server, Request<T> request) throws Exception {
    ConnectionProvider open = open(request.deadline());
    return threads
        .computeIfAbsent(server, each -> new ServerThreads(each.toString(), Connections.MAX))
        .call(() -> run(open, server, request), request.deadline());
  }

  /** Runs a request at a server, or at the one to which that refers. */
  private static <T> T run(ConnectionProvider open, HostAndPort first, Request<T> request) {
    HostAndPort server = first;
    boolean asking = false;
    for (int attempt = 1; ; attempt++) {
      try {
        return run(open, server, asking, request.body());
      } catch (JedisRedirectionException e) {
        if (!(open instanceof ClusterConnectionProvider cluster)) {
          throw new IllegalStateException("it belongs to a cluster: set cluster: true", e);
        }
        cluster.renewSlotCache(); // Unless another thread does.
        if (attempt == MAX_ATTEMPTS) {
          throw e;
        }
        server = e.getTargetNode();
        asking = e instanceof JedisAskDataException;
      } catch (JedisConnectionException e) {
        if (open instanceof ClusterConnectionProvider cluster) {
          cluster.renewSlotCache();
        }
        boolean isLate =
            e.getCause() instanceof SocketTimeoutException
                || System.nanoTime() > request.deadline();
        if (!request.repeatable() || isLate || attempt == MAX_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static <T> T run(
      ConnectionProvider open, HostAndPort server, boolean asking, Function<Connection, T> body) {
    try (Connection connection =
        open instanceof ClusterConnectionProvider cluster
            ? cluster.getConnection(server)
            : open.getConnection()) {
      try {
        if (asking) {
          Object unused = connection.executeCommand(Command.ASKING);
        }
        return body.apply(connection);
      } catch (JedisDataException e) {
        if (LOST.matcher(String.valueOf(e.getMessage())).find()) {
          connection.setBroken();
        }
        throw e;
      }
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
