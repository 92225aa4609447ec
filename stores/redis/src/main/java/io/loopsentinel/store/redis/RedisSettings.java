package io.loopsentinel.store.redis;

import io.loopsentinel.engine.api.SettingException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;

/**
 * The settings of the store.
 *
 * @param nodes the servers, or those of Sentinel; at least one
 * @param master the name by which Sentinel knows the server; {@code null} without Sentinel
 * @param cluster whether the servers are nodes of a cluster
 * @param tls whether connections are encrypted
 * @param user the user; {@code null} for the default
 * @param password the password; {@code null} for none
 * @param timeout the maximum time of a request
 * @param prefix the beginning of all keys
 */
record RedisSettings(
    List<HostAndPort> nodes,
    @Nullable String master,
    boolean cluster,
    boolean tls,
    @Nullable String user,
    @Nullable String password,
    Duration timeout,
    String prefix) {

  static final String URI = "uri";

  private static final String CLUSTER = "cluster";
  private static final String MASTER = "master";
  private static final String TIMEOUT = "timeout";
  private static final String PREFIX = "prefix";
  private static final Set<String> KEYS = Set.of(URI, CLUSTER, MASTER, TIMEOUT, PREFIX);

  private static final String DEFAULT_TIMEOUT = "5ms";
  private static final String DEFAULT_PREFIX = "loop-sentinel";
  private static final int DEFAULT_PORT = 6379;
  private static final int DEFAULT_SENTINEL_PORT = 26_379;

  private static final Pattern DURATION = Pattern.compile("([1-9]\\d{0,5})(ms|s)");
  private static final String EXPECTED_URI =
      "expected redis://host:port or rediss://user:password@host:port, several hosts separated by"
          + " commas";

  /**
   * Reads settings.
   *
   * @throws SettingException if one is missing, unknown or invalid
   */
  static RedisSettings of(Map<String, Object> settings) throws SettingException {
    for (String key : settings.keySet()) {
      if (!KEYS.contains(key)) {
        throw new SettingException(
            key, "is unknown; expected uri, timeout, prefix, cluster or master");
      }
    }
    Object master = settings.get(MASTER);
    boolean cluster = flag(settings);
    if (cluster && master != null) {
      throw new SettingException(MASTER, "cannot be set together with cluster");
    }
    Object prefix = settings.getOrDefault(PREFIX, DEFAULT_PREFIX);
    if (!prefix.toString().matches("[A-Za-z0-9_.:-]{1,100}")) {
      throw new SettingException(PREFIX, "expected 1 to 100 characters of A-Za-z0-9_.:-");
    }
    if (!(settings.get(URI) instanceof String text)) {
      throw new SettingException(URI, EXPECTED_URI);
    }
    return of(
        text,
        master == null ? null : master.toString(),
        cluster,
        duration(settings.getOrDefault(TIMEOUT, DEFAULT_TIMEOUT)),
        prefix.toString());
  }

  private static RedisSettings of(
      String text, @Nullable String master, boolean cluster, Duration timeout, String prefix)
      throws SettingException {
    Matcher parts = Pattern.compile("(rediss?)://(?:([^@]*)@)?([^/@]+?)/?").matcher(text.strip());
    if (!parts.matches()) {
      throw new SettingException(URI, EXPECTED_URI);
    }
    String credentials = parts.group(2);
    int colon = credentials == null ? -1 : credentials.indexOf(':');
    String user = credentials == null || colon <= 0 ? null : credentials.substring(0, colon);
    String password = credentials == null ? null : credentials.substring(colon + 1);
    List<HostAndPort> nodes = new ArrayList<>();
    for (String node : parts.group(3).split(",", -1)) {
      nodes.add(node(node.strip(), master == null ? DEFAULT_PORT : DEFAULT_SENTINEL_PORT));
    }
    if (nodes.size() > 1 && !cluster && master == null) {
      throw new SettingException(
          URI, "several hosts need cluster: true, or the name of a master that Sentinel watches");
    }
    return new RedisSettings(
        nodes,
        master,
        cluster,
        parts.group(1).equals("rediss"),
        decoded(user),
        decoded(password),
        timeout,
        prefix);
  }

  private static HostAndPort node(String text, int defaultPort) throws SettingException {
    try {
      URI node = new URI("redis://" + text);
      if (node.getHost() != null && node.getRawPath().isEmpty()) {
        return new HostAndPort(node.getHost(), node.getPort() < 0 ? defaultPort : node.getPort());
      }
    } catch (URISyntaxException e) {
      // Its message would quote what may be a password.
    }
    throw new SettingException(URI, EXPECTED_URI);
  }

  private static @Nullable String decoded(@Nullable String text) {
    return text == null || text.isEmpty()
        ? null
        : URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static boolean flag(Map<String, Object> settings) throws SettingException {
    Object value = settings.getOrDefault(CLUSTER, false);
    if (value instanceof Boolean flag) {
      return flag;
    }
    throw new SettingException(CLUSTER, "expected true or false");
  }

  private static Duration duration(Object value) throws SettingException {
    Matcher parts = DURATION.matcher(value.toString());
    if (!parts.matches()) {
      throw new SettingException(TIMEOUT, "expected a time such as 5ms or 1s");
    }
    long amount = Long.parseLong(parts.group(1));
    return parts.group(2).equals("s") ? Duration.ofSeconds(amount) : Duration.ofMillis(amount);
  }

  /** Returns the servers without user and password. */
  @Override
  public String toString() {
    return (tls ? "rediss://" : "redis://")
        + String.join(",", nodes.stream().map(HostAndPort::toString).toList());
  }
}
