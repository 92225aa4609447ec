package io.loopsentinel.store.redis;

import io.loopsentinel.engine.api.SettingException;
import java.io.File;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.SslOptions;

/**
 * The settings of the store.
 *
 * @param nodes the servers, or those of Sentinel; at least one
 * @param master the name by which Sentinel knows the server; {@code null} without Sentinel
 * @param cluster whether the servers are nodes of a cluster
 * @param login the user and the database
 * @param tls the encryption of connections; {@code null} if there is none
 * @param timeout the maximum time of a request
 * @param prefix the beginning of all keys
 */
record RedisSettings(
    List<HostAndPort> nodes,
    @Nullable String master,
    boolean cluster,
    Login login,
    @Nullable SslOptions tls,
    Duration timeout,
    String prefix) {

  /** The user and the database; {@code null} for the default user, or for no password. */
  record Login(@Nullable String user, @Nullable String password, int database) {}

  static final String URI = "uri";

  private static final String KEYS =
      "uri, timeout, prefix, cluster, master, truststore, truststore_password, keystore,"
          + " keystore_password";

  private static final String EXPECTED_URI =
      "expected redis://host:port or, with TLS, rediss://user:password@host:port/database; several"
          + " hosts are separated by commas";

  /** A password ends at the last @, so it may contain others. */
  private static final Pattern PARTS =
      Pattern.compile(
          "redis(?<tls>s?)://(((?<user>[^:@/]*):)?(?<password>.*)@)?"
              + "(?<nodes>[^@/]+)(/(?<database>\\d{0,4}))?");

  private static final Pattern NODE =
      Pattern.compile("(?<host>\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)(:(?<port>\\d{1,5}))?");

  /**
   * Reads settings.
   *
   * @throws SettingException if one is missing, unknown or invalid; it shows no password
   */
  static RedisSettings of(Map<String, Object> settings) throws SettingException {
    for (String key : settings.keySet()) {
      check(List.of(KEYS.split(", ")).contains(key), key, "is unknown; expected " + KEYS);
    }
    Matcher uri = PARTS.matcher(text(settings, URI, ""));
    check(uri.matches(), URI, EXPECTED_URI);
    Object master = settings.get("master");
    String cluster = text(settings, "cluster", "false");
    check(cluster.matches("true|false"), "cluster", "expected true or false");
    boolean isCluster = cluster.equals("true");
    check(!isCluster || master == null, "master", "cannot be set together with cluster");
    List<HostAndPort> nodes = new ArrayList<>();
    for (String node : uri.group("nodes").split(",", -1)) {
      nodes.add(node(node.strip(), master == null ? 6_379 : 26_379));
    }
    check(
        nodes.size() == 1 || isCluster || master != null,
        URI,
        "several hosts need cluster: true, or the name of a master that Sentinel watches");
    String number = uri.group("database");
    int database = number == null || number.isEmpty() ? 0 : Integer.parseInt(number);
    check(!isCluster || database == 0, URI, "a cluster has no database " + database);
    String prefix = text(settings, "prefix", "loop-sentinel");
    check(
        prefix.matches("[A-Za-z0-9_.:/{}-]{1,100}"),
        "prefix",
        "expected 1 to 100 characters of A-Za-z0-9_.:/{}-");
    return new RedisSettings(
        List.copyOf(nodes),
        master == null ? null : master.toString(),
        isCluster,
        new Login(decoded(uri.group("user")), decoded(uri.group("password")), database),
        tls(settings, !uri.group("tls").isEmpty()),
        duration(text(settings, "timeout", "5ms")),
        prefix);
  }

  private static void check(boolean isValid, String key, String problem) throws SettingException {
    if (!isValid) {
      throw new SettingException(key, problem);
    }
  }

  private static String text(Map<String, Object> settings, String key, String fallback) {
    return settings.getOrDefault(key, fallback).toString().strip();
  }

  private static HostAndPort node(String text, int defaultPort) throws SettingException {
    Matcher node = NODE.matcher(text);
    check(node.matches(), URI, EXPECTED_URI);
    int port = node.group("port") == null ? defaultPort : Integer.parseInt(node.group("port"));
    check(port > 0 && port < 65_536, URI, EXPECTED_URI);
    return new HostAndPort(node.group("host"), port);
  }

  private static @Nullable String decoded(@Nullable String text) throws SettingException {
    try {
      return text == null || text.isEmpty()
          ? null
          : URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new SettingException(URI, "write % in a user or password as %25");
    }
  }

  private static Duration duration(String text) throws SettingException {
    Matcher parts = Pattern.compile("([1-9]\\d{0,4})(ms|s)").matcher(text);
    check(parts.matches(), "timeout", "expected a time such as 5ms or 1s");
    long amount = Long.parseLong(parts.group(1));
    return parts.group(2).equals("s") ? Duration.ofSeconds(amount) : Duration.ofMillis(amount);
  }

  private static @Nullable SslOptions tls(Map<String, Object> settings, boolean isEncrypted)
      throws SettingException {
    SslOptions.Builder tls = SslOptions.builder();
    for (String key : List.of("truststore", "keystore")) {
      String ofKey = key + "_password";
      check(
          settings.containsKey(key) || !settings.containsKey(ofKey),
          ofKey,
          "has no effect without " + key);
      if (settings.containsKey(key)) {
        check(isEncrypted, key, "has no effect without TLS: write rediss:// in uri");
        File file = new File(text(settings, key, ""));
        check(file.isFile(), key, "there is no file " + file.getAbsolutePath());
        char[] password = text(settings, ofKey, "").toCharArray();
        SslOptions.Builder unused =
            key.equals("keystore") ? tls.keystore(file, password) : tls.truststore(file, password);
      }
    }
    return isEncrypted ? tls.build() : null;
  }

  /** Returns the servers without user and password. */
  @Override
  public String toString() {
    String scheme = tls == null ? "redis://" : "rediss://";
    return scheme + String.join(",", nodes.stream().map(HostAndPort::toString).toList());
  }
}
