package io.loopsentinel.store.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.SSLParameters;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.JedisCluster;
import redis.clients.jedis.JedisPooled;
import redis.clients.jedis.JedisSentineled;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

/**
 * The connections to the servers; opened with the first use. Thread-safe.
 *
 * <p>Its methods may take long: the store calls them on threads of its own.
 */
final class RedisClient implements AutoCloseable {

  /** Maximum number of connections, one for each thread of the store. */
  static final int MAX_CONNECTIONS = 8;

  /** Time to connect, which may go on when the request that needs it has timed out. */
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

  /** Minimum time to wait for a reply before its connection is given up. */
  private static final Duration MIN_READ_TIMEOUT = Duration.ofMillis(250);

  /** Redirections of a cluster that are followed. */
  private static final int MAX_ATTEMPTS = 5;

  private static final int SCANNED = 1_000;

  private final RedisSettings settings;
  private @Nullable UnifiedJedis jedis;
  private boolean isClosed;

  RedisClient(RedisSettings settings) {
    this.settings = settings;
  }

  /** Returns the client of all servers. */
  synchronized UnifiedJedis jedis() {
    if (isClosed) {
      throw new IllegalStateException("the store is closed");
    }
    if (jedis == null) {
      jedis = open();
    }
    return jedis;
  }

  private UnifiedJedis open() {
    JedisClientConfig config = config(settings.user(), settings.password());
    GenericObjectPoolConfig<Connection> pool = new GenericObjectPoolConfig<>();
    pool.setMaxTotal(MAX_CONNECTIONS);
    pool.setMaxIdle(MAX_CONNECTIONS);
    pool.setMaxWait(CONNECT_TIMEOUT);
    pool.setJmxEnabled(false);
    if (settings.master() != null) {
      return new JedisSentineled(
          settings.master(), config, pool, new HashSet<>(settings.nodes()), config(null, null));
    }
    return settings.cluster()
        ? new JedisCluster(
            new HashSet<>(settings.nodes()), config, MAX_ATTEMPTS, CONNECT_TIMEOUT, pool)
        : new JedisPooled(settings.nodes().get(0), config, pool);
  }

  private JedisClientConfig config(@Nullable String user, @Nullable String password) {
    Duration read = settings.timeout().multipliedBy(2);
    return DefaultJedisClientConfig.builder()
        .connectionTimeoutMillis((int) CONNECT_TIMEOUT.toMillis())
        .socketTimeoutMillis(
            (int) (read.compareTo(MIN_READ_TIMEOUT) < 0 ? MIN_READ_TIMEOUT : read).toMillis())
        .clientName("loop-sentinel")
        .user(user)
        .password(password)
        .ssl(settings.tls())
        .sslParameters(checkingHostNames())
        .build();
  }

  /** Returns parameters by which a certificate must be that of the host. */
  private static SSLParameters checkingHostNames() {
    SSLParameters parameters = new SSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    return parameters;
  }

  /** Returns the keys that match a pattern, at most {@code max}. */
  List<String> keys(String pattern, int max) {
    List<String> keys = new ArrayList<>();
    UnifiedJedis client = jedis();
    if (client instanceof JedisCluster cluster) {
      for (ConnectionPool node : cluster.getClusterNodes().values()) {
        try (Connection connection = node.getResource();
            Jedis one = new Jedis(connection)) {
          if (one.info("replication").contains("role:master")) {
            scan(cursor -> one.scan(cursor, matching(pattern)), max, keys::add);
          }
        }
      }
    } else {
      scan(cursor -> client.scan(cursor, matching(pattern)), max, keys::add);
    }
    return keys.stream().distinct().limit(max).toList();
  }

  private static ScanParams matching(String pattern) {
    return new ScanParams().match(pattern).count(SCANNED);
  }

  private static void scan(Scan scan, int max, Consumer<String> found) {
    String cursor = ScanParams.SCAN_POINTER_START;
    int count = 0;
    do {
      ScanResult<String> result = scan.from(cursor);
      result.getResult().forEach(found);
      count += result.getResult().size();
      cursor = result.getCursor();
    } while (!cursor.equals(ScanParams.SCAN_POINTER_START) && count < max);
  }

  @FunctionalInterface
  private interface Scan {
    ScanResult<String> from(String cursor);
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    if (jedis != null) {
      jedis.close();
    }
  }
}
