package io.loopsentinel.store.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisException;

/** Opens connections, which blocks. Thread-safe. */
final class Connector {

  /**
   * Time after which a server that accepts no connection or is silent is given up. Much longer than
   * a call waits, so that a pause of the server breaks no connection.
   */
  static final Duration MAX_SILENCE = Duration.ofSeconds(1);

  private final RedisSettings settings;

  Connector(RedisSettings settings) {
    this.settings = settings;
  }

  RedisSettings settings() {
    return settings;
  }

  /**
   * Opens a connection to a server that holds data, and asks it something. If a password is
   * missing, the reply says so; that to a longer command does not.
   */
  Connection open(HostAndPort address) {
    Connection connection =
        new Connection(address, authenticated().database(settings.uri().database()).build());
    try {
      ping(connection);
      return connection;
    } catch (JedisException e) {
      connection.close();
      throw e;
    }
  }

  static void ping(Connection connection) {
    connection.sendCommand(() -> Keys.ascii("PING"));
    Object unused = connection.getOne();
  }

  /** Opens a connection with the configured user and password, but no database. */
  Connection openAuthenticated(HostAndPort address) {
    return new Connection(address, authenticated().build());
  }

  /** Opens a connection without a password. */
  Connection openAnonymous(HostAndPort address) {
    return new Connection(address, anonymous().build());
  }

  private DefaultJedisClientConfig.Builder authenticated() {
    return anonymous().user(settings.uri().user()).password(settings.uri().password());
  }

  private DefaultJedisClientConfig.Builder anonymous() {
    return DefaultJedisClientConfig.builder()
        .connectionTimeoutMillis((int) MAX_SILENCE.toMillis())
        .socketTimeoutMillis((int) MAX_SILENCE.toMillis())
        .autoNegotiateProtocol(false)
        .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
        .sslOptions(settings.tls());
  }

  /** Returns addresses in any order, so that one that does not answer is not always the first. */
  static List<HostAndPort> shuffled(Collection<HostAndPort> addresses) {
    List<HostAndPort> shuffled = new ArrayList<>(addresses);
    Collections.shuffle(shuffled);
    return shuffled;
  }

  static String text(Object bytes) {
    return new String((byte[]) bytes, StandardCharsets.UTF_8);
  }
}
