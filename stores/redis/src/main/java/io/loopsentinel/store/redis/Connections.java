package io.loopsentinel.store.redis;

import java.time.Duration;
import java.util.Set;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.providers.ClusterConnectionProvider;
import redis.clients.jedis.providers.ConnectionProvider;
import redis.clients.jedis.providers.PooledConnectionProvider;
import redis.clients.jedis.providers.SentineledConnectionProvider;

/** Creates the connections of Jedis. */
final class Connections {

  /** Maximum number of connections to a server. */
  static final int MAX = 4;

  /** Time after which a silent connection is given up. No call waits that long. */
  private static final Duration MAX_SILENCE = Duration.ofSeconds(1);

  private Connections() {}

  /** Returns the connections to the configured servers. Asks a cluster and sentinels for others. */
  static ConnectionProvider open(RedisSettings settings) {
    JedisClientConfig client = client(settings).database(settings.login().database()).build();
    GenericObjectPoolConfig<Connection> pool = new GenericObjectPoolConfig<>();
    pool.setMaxTotal(MAX);
    pool.setMaxIdle(MAX);
    pool.setMaxWait(MAX_SILENCE);
    pool.setJmxEnabled(false);
    Set<HostAndPort> nodes = Set.copyOf(settings.nodes());
    String master = settings.master();
    if (settings.cluster()) {
      return new ClusterConnectionProvider(nodes, client, pool);
    }
    if (master == null) {
      return new PooledConnectionProvider(settings.nodes().get(0), client, pool);
    }
    JedisClientConfig anonymous = client(settings).user(null).password(null).build();
    try {
      return new SentineledConnectionProvider(master, client, pool, nodes, anonymous);
    } catch (JedisConnectionException e) { // Sentinels may want the password, or refuse any.
      JedisClientConfig sentinel = client(settings).build();
      return new SentineledConnectionProvider(master, client, pool, nodes, sentinel);
    }
  }

  private static DefaultJedisClientConfig.Builder client(RedisSettings settings) {
    int silence = (int) Math.max(MAX_SILENCE.toMillis(), settings.timeout().toMillis());
    return DefaultJedisClientConfig.builder()
        .protocol(RedisProtocol.RESP2)
        .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
        .connectionTimeoutMillis(silence)
        .socketTimeoutMillis(silence)
        .user(settings.login().user())
        .password(settings.login().password())
        .sslOptions(settings.tls());
  }
}
