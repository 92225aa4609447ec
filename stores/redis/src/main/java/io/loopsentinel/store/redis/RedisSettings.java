package io.loopsentinel.store.redis;

import io.loopsentinel.engine.api.SettingException;
import java.io.File;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.SslOptions;

/**
 * The settings of a store.
 *
 * @param master the name by which sentinels know the server; null without Sentinel
 * @param cluster whether the servers are a Redis Cluster
 * @param timeout the time in which each call ends
 * @param prefix the beginning of all keys
 * @param tls null without TLS
 */
record RedisSettings(
    RedisUri uri,
    @Nullable String master,
    boolean cluster,
    Duration timeout,
    String prefix,
    @Nullable SslOptions tls) {

  private static final String MASTER = "master";
  private static final String CLUSTER = "cluster";
  private static final String TIMEOUT = "timeout";
  private static final String PREFIX = "prefix";
  private static final String TRUSTSTORE = "truststore";
  private static final String KEYSTORE = "keystore";
  private static final String PASSWORD = "_password";

  private static final Set<String> KEYS =
      new TreeSet<>(
          Set.of(
              RedisUri.KEY,
              MASTER,
              CLUSTER,
              TIMEOUT,
              PREFIX,
              TRUSTSTORE,
              TRUSTSTORE + PASSWORD,
              KEYSTORE,
              KEYSTORE + PASSWORD));

  private static final int PORT = 6_379;
  private static final int SENTINEL_PORT = 26_379;

  private static final Pattern DURATION = Pattern.compile("([1-9][0-9]{0,4})(ms|s)");
  private static final Duration MAX_TIMEOUT = Duration.ofSeconds(60);

  /** Without the wildcards of SCAN, and short enough to be no burden. */
  private static final Pattern PREFIXES = Pattern.compile("[A-Za-z0-9_.:/{}-]{1,100}");

  /**
   * Reads settings.
   *
   * @throws SettingException if one is missing, unknown or invalid
   */
  static RedisSettings of(Map<String, Object> settings) throws SettingException {
    for (String key : settings.keySet()) {
      if (!KEYS.contains(key)) {
        throw new SettingException(key, "is unknown; expected " + String.join(", ", KEYS));
      }
    }
    Object master = settings.get(MASTER);
    int defaultPort = master == null ? PORT : SENTINEL_PORT;
    RedisUri uri = RedisUri.of(settings.getOrDefault(RedisUri.KEY, "").toString(), defaultPort);
    boolean cluster = cluster(settings);
    checkServers(uri, master, cluster);
    return new RedisSettings(
        uri,
        master == null ? null : master.toString(),
        cluster,
        timeout(settings),
        prefix(settings),
        tls(settings, uri));
  }

  private static boolean cluster(Map<String, Object> settings) throws SettingException {
    if (settings.getOrDefault(CLUSTER, false) instanceof Boolean cluster) {
      return cluster;
    }
    throw new SettingException(CLUSTER, "expected true or false");
  }

  private static void checkServers(RedisUri uri, @Nullable Object master, boolean cluster)
      throws SettingException {
    if (cluster && master != null) {
      throw new SettingException(MASTER, "cannot be set together with cluster");
    }
    if (cluster && uri.database() != 0) {
      throw new SettingException(RedisUri.KEY, "a cluster has no database " + uri.database());
    }
    if (!cluster && master == null && uri.addresses().size() > 1) {
      throw new SettingException(
          RedisUri.KEY,
          "several hosts need cluster: true, or the name of a master that Sentinel watches");
    }
  }

  private static Duration timeout(Map<String, Object> settings) throws SettingException {
    Matcher text = DURATION.matcher(settings.getOrDefault(TIMEOUT, "5ms").toString());
    if (text.matches()) {
      long number = Long.parseLong(text.group(1));
      Duration timeout =
          text.group(2).equals("s") ? Duration.ofSeconds(number) : Duration.ofMillis(number);
      if (timeout.compareTo(MAX_TIMEOUT) <= 0) {
        return timeout;
      }
    }
    throw new SettingException(TIMEOUT, "expected a time such as 5ms or 1s, up to 60s");
  }

  private static String prefix(Map<String, Object> settings) throws SettingException {
    String prefix = settings.getOrDefault(PREFIX, "loop-sentinel").toString();
    if (!PREFIXES.matcher(prefix).matches()) {
      throw new SettingException(PREFIX, "expected 1 to 100 characters of A-Za-z0-9_.:/{}-");
    }
    return prefix;
  }

  private static @Nullable SslOptions tls(Map<String, Object> settings, RedisUri uri)
      throws SettingException {
    if (!uri.tls()) {
      for (String key : settings.keySet()) {
        if (key.startsWith(TRUSTSTORE) || key.startsWith(KEYSTORE)) {
          throw new SettingException(key, "has no effect without TLS: use rediss://");
        }
      }
      return null;
    }
    SslOptions.Builder tls = SslOptions.builder();
    File truststore = file(settings, TRUSTSTORE);
    if (truststore != null) {
      tls.truststore(truststore, password(settings, TRUSTSTORE));
    }
    File keystore = file(settings, KEYSTORE);
    if (keystore != null) {
      tls.keystore(keystore, password(settings, KEYSTORE));
    }
    return tls.build();
  }

  private static @Nullable File file(Map<String, Object> settings, String key)
      throws SettingException {
    Object path = settings.get(key);
    if (path == null) {
      return null;
    }
    File file = new File(path.toString());
    if (!file.isFile()) {
      throw new SettingException(key, "there is no file " + file.getAbsolutePath());
    }
    return file;
  }

  private static char @Nullable [] password(Map<String, Object> settings, String key) {
    Object password = settings.get(key + PASSWORD);
    return password == null ? null : password.toString().toCharArray();
  }

  /** Returns the servers without user and password. */
  @Override
  public String toString() {
    return uri.toString();
  }
}
