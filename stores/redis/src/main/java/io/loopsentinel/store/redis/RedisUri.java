package io.loopsentinel.store.redis;

import io.loopsentinel.engine.api.SettingException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;

/**
 * The address of a server, or the addresses of the servers of a cluster or of sentinels.
 *
 * @param tls whether connections are encrypted
 * @param addresses at least one
 * @param user null for the user {@code default}
 * @param password null if there is none
 * @param database 0 unless given
 */
record RedisUri(
    boolean tls,
    List<HostAndPort> addresses,
    @Nullable String user,
    @Nullable String password,
    int database) {

  static final String KEY = "uri";

  private static final String EXPECTED =
      "expected redis://host:port or, with TLS, rediss://user:password@host:port/database;"
          + " several hosts are separated by commas";

  private static final int MAX_PORT = 65_535;

  /** The password ends at the last {@code @}, so it may contain some that are not encoded. */
  private static final Pattern URI =
      Pattern.compile(
          "redis(?<tls>s?)://(((?<user>[^:@/]*):)?(?<password>.*)@)?"
              + "(?<hosts>[^@/]+)(/(?<database>\\d{0,4}))?");

  private static final Pattern HOST =
      Pattern.compile("(?<host>\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)(:(?<port>\\d{1,5}))?");

  /**
   * Reads a URI.
   *
   * @throws SettingException if it is invalid; the message does not show it
   */
  static RedisUri of(String text, int defaultPort) throws SettingException {
    Matcher uri = URI.matcher(text.strip());
    if (!uri.matches()) {
      throw new SettingException(KEY, EXPECTED);
    }
    List<HostAndPort> addresses = new ArrayList<>();
    for (String host : uri.group("hosts").split(",", -1)) {
      addresses.add(address(host.strip(), defaultPort));
    }
    String database = uri.group("database");
    return new RedisUri(
        !uri.group("tls").isEmpty(),
        List.copyOf(addresses),
        decoded(uri.group("user")),
        decoded(uri.group("password")),
        database == null || database.isEmpty() ? 0 : Integer.parseInt(database));
  }

  private static HostAndPort address(String text, int defaultPort) throws SettingException {
    Matcher host = HOST.matcher(text);
    if (!host.matches()) {
      throw new SettingException(KEY, EXPECTED);
    }
    int port = host.group("port") == null ? defaultPort : Integer.parseInt(host.group("port"));
    if (port == 0 || port > MAX_PORT) {
      throw new SettingException(KEY, "expected a port from 1 to " + MAX_PORT);
    }
    return new HostAndPort(host.group("host"), port);
  }

  /** Decodes {@code %40} and the like; returns null for nothing. */
  private static @Nullable String decoded(@Nullable String text) throws SettingException {
    if (text == null || text.isEmpty()) {
      return null;
    }
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new SettingException(KEY, "write % in a user or password as %25");
    }
  }

  /** Returns the servers without user and password. */
  @Override
  public String toString() {
    return (tls ? "rediss://" : "redis://")
        + addresses.stream().map(HostAndPort::toString).collect(Collectors.joining(","));
  }
}
