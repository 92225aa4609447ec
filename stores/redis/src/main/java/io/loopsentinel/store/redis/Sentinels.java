package io.loopsentinel.store.redis;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisAccessControlException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Finds the master by Redis Sentinel: each time before connecting, as its guidelines for clients
 * say (https://redis.io/docs/latest/develop/reference/sentinel-clients/).
 */
final class Sentinels {

  private final Connector connector;
  private final String name;

  Sentinels(Connector connector, String name) {
    this.connector = connector;
    this.name = name;
  }

  Connection openMaster() throws IOException {
    return connector.open(master());
  }

  private HostAndPort master() throws IOException {
    IOException failure = new IOException("No sentinel answers where the master " + name + " is");
    for (HostAndPort sentinel : Connector.shuffled(connector.settings().uri().addresses())) {
      try {
        List<?> master = ask(sentinel);
        if (master != null) {
          int port = Integer.parseInt(Connector.text(master.get(1)));
          return new HostAndPort(Connector.text(master.get(0)), port);
        }
      } catch (JedisException e) {
        failure.addSuppressed(e);
      }
    }
    throw failure;
  }

  /** Gives the password only to a sentinel that asks for one, because others refuse any. */
  private @Nullable List<?> ask(HostAndPort sentinel) {
    try (Connection anonymous = connector.openAnonymous(sentinel)) {
      return ask(anonymous);
    } catch (JedisAccessControlException e) {
      try (Connection authenticated = connector.openAuthenticated(sentinel)) {
        return ask(authenticated);
      }
    }
  }

  private @Nullable List<?> ask(Connection sentinel) {
    sentinel.sendCommand(() -> Keys.ascii("SENTINEL"), "get-master-addr-by-name", name);
    return (List<?>) sentinel.getOne();
  }
}
