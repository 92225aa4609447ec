package io.loopsentinel.store.redis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import redis.clients.jedis.Jedis;

/** Several servers that belong together, and how a store is configured for them. */
public final class RedisServers implements AutoCloseable {

  private static final int SLOTS = 16_384;
  private static final String MASTER = "agents";

  private final List<RedisServer> servers = new ArrayList<>();
  private final String uri;
  private final Map<String, Object> settings;

  private RedisServers(List<RedisServer> servers, String uri, String key, Object value) {
    this.servers.addAll(servers);
    this.uri = uri;
    this.settings = Map.of("uri", uri, key, value);
  }

  /**
   * Starts a cluster. Its masters come first; each replica copies one of them, beginning with the
   * first.
   */
  public static RedisServers cluster(int masters, int replicas) throws IOException {
    List<RedisServer> all = new ArrayList<>();
    for (int i = 0; i < masters + replicas; i++) {
      all.add(
          RedisServer.start(
              "--cluster-enabled",
              "yes",
              "--cluster-node-timeout",
              "1500",
              "--cluster-require-full-coverage",
              "no"));
    }
    for (int i = 0; i < masters; i++) {
      int[] slots = IntStream.range(i * SLOTS / masters, (i + 1) * SLOTS / masters).toArray();
      Object unused = all.get(i).ask(server -> server.clusterAddSlots(slots));
    }
    for (RedisServer each : all) {
      Object unused = each.ask(server -> server.clusterMeet("127.0.0.1", all.get(0).port()));
    }
    awaitCluster(all);
    for (int i = 0; i < replicas; i++) {
      String master = all.get(i).ask(server -> server.clusterMyId());
      Object unused = all.get(masters + i).ask(server -> server.clusterReplicate(master));
    }
    for (RedisServer each : all) {
      RedisServer.await(
          "the replicas are known",
          () -> each.ask(server -> server.clusterNodes()).split("slave ", -1).length > replicas);
    }
    String hosts = all.stream().map(RedisServer::address).collect(Collectors.joining(","));
    return new RedisServers(all, "redis://" + hosts, "cluster", true);
  }

  private static void awaitCluster(List<RedisServer> all) {
    for (RedisServer each : all) {
      RedisServer.await(
          "the cluster is ready",
          () -> {
            String info = each.ask(server -> server.clusterInfo());
            return info.contains("cluster_state:ok")
                && info.contains("cluster_slots_assigned:" + SLOTS)
                && info.contains("cluster_known_nodes:" + all.size());
          });
    }
  }

  /** Starts a server, a replica of it and, as the last, a sentinel that watches them. */
  public static RedisServers replicated() throws IOException {
    RedisServer master = RedisServer.start("--repl-diskless-sync-delay", "0");
    RedisServer replica = RedisServer.start("--replicaof", "127.0.0.1 " + master.port());
    RedisServer sentinel =
        RedisServer.startSentinel(
            """
            sentinel monitor agents 127.0.0.1 %d 1
            sentinel down-after-milliseconds agents 500
            sentinel failover-timeout agents 2000
            """
                .formatted(master.port()));
    RedisServer.await(
        "the sentinel knows the replica",
        () -> !sentinel.ask(server -> server.sentinelReplicas(MASTER)).isEmpty());
    // A replica that has just connected gets nothing until it has acknowledged something.
    RedisServer.await("the replica follows", () -> master.<Long>ask(RedisServers::replicate) == 1);
    return new RedisServers(List.of(master, replica, sentinel), sentinel.uri(), "master", MASTER);
  }

  /** Writes something, and returns the number of replicas that have got it. */
  private static long replicate(Jedis master) {
    master.set("first", "");
    return master.waitReplicas(1, 100);
  }

  public RedisServer get(int number) {
    return servers.get(number);
  }

  public List<RedisServer> all() {
    return List.copyOf(servers);
  }

  public String uri() {
    return uri;
  }

  /** Returns the settings of a store that uses these servers. */
  public Map<String, Object> settings() {
    return settings;
  }

  @Override
  public void close() {
    servers.forEach(RedisServer::close);
  }
}
