package io.loopsentinel.store.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * The servers of a Redis Cluster. A thread of its own reads which one holds which keys: before the
 * first call, and after a failure or a redirection, but not more often than twice a second.
 */
final class Cluster implements Servers {

  private static final Duration PAUSE = Duration.ofMillis(500);

  /**
   * The cluster as a server described it.
   *
   * @param masters by the first of their hash slots
   * @param all masters and replicas
   */
  private record Topology(NavigableMap<Integer, HostAndPort> masters, Set<HostAndPort> all) {}

  private final Connector connector;
  private final Map<HostAndPort, Node> nodes = new ConcurrentHashMap<>();
  private final Thread thread;
  private final AtomicBoolean started = new AtomicBoolean();
  private final Semaphore wanted = new Semaphore(1);
  private final CountDownLatch known = new CountDownLatch(1);
  private volatile Topology topology;
  private volatile @Nullable Throwable failure;
  private volatile boolean closed;

  Cluster(Connector connector) {
    this.connector = connector;
    this.topology =
        new Topology(new TreeMap<>(), new LinkedHashSet<>(connector.settings().uri().addresses()));
    this.thread = Daemon.of("redis cluster", this::run);
  }

  @Override
  public Node of(byte[] key, Deadline deadline) throws Exception {
    NavigableMap<Integer, HostAndPort> masters = masters(deadline);
    Map.Entry<Integer, HostAndPort> owner = masters.floorEntry(JedisClusterCRC16.getSlot(key));
    return node(owner == null ? masters.firstEntry().getValue() : owner.getValue());
  }

  @Override
  public Collection<Node> all(Deadline deadline) throws Exception {
    return new LinkedHashSet<>(masters(deadline).values()).stream().map(this::node).toList();
  }

  private NavigableMap<Integer, HostAndPort> masters(Deadline deadline) throws Exception {
    if (started.compareAndSet(false, true)) {
      thread.start();
    }
    if (!deadline.await(known)) {
      failed();
      Throwable cause = failure;
      throw new TimeoutException(
          "The cluster has not been found" + (cause == null ? "" : ": " + cause.getMessage()));
    }
    return topology.masters();
  }

  private Node node(HostAndPort address) {
    Node node =
        nodes.computeIfAbsent(
            address, server -> new Node(server.toString(), () -> connector.open(server)));
    if (closed) {
      node.close();
    }
    return node;
  }

  @Override
  public Node redirected(Node from, HostAndPort to) {
    return node(known(to, HostAndPort.from(from.toString())));
  }

  @Override
  public void failed() {
    if (wanted.availablePermits() == 0) {
      wanted.release();
    }
  }

  private void run() {
    try {
      while (!closed) {
        wanted.acquire(Math.max(1, wanted.availablePermits()));
        update();
        TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
      }
    } catch (InterruptedException e) {
      // The store was closed.
    }
  }

  private void update() {
    Set<HostAndPort> addresses = new LinkedHashSet<>(topology.all());
    addresses.addAll(connector.settings().uri().addresses());
    for (HostAndPort address : Connector.shuffled(addresses)) {
      try {
        Topology read = read(address);
        if (!read.masters().isEmpty()) {
          topology = read;
          known.countDown();
          closeOthers(read.masters().values());
          return;
        }
      } catch (Throwable e) { // The next server may answer.
        failure = e;
      }
    }
  }

  private Topology read(HostAndPort address) {
    Topology read = new Topology(new TreeMap<>(), new LinkedHashSet<>());
    try (Connection connection = connector.open(address)) {
      connection.sendCommand(() -> Keys.ascii("CLUSTER"), "SLOTS");
      for (Object each : connection.getObjectMultiBulkReply()) {
        List<?> range = (List<?>) each;
        List<HostAndPort> servers = new ArrayList<>();
        for (Object server : range.subList(2, range.size())) {
          servers.add(address((List<?>) server, address));
        }
        read.masters().put(((Long) range.get(0)).intValue(), servers.get(0));
        read.all().addAll(servers);
      }
    }
    return read;
  }

  private static HostAndPort address(List<?> server, HostAndPort asked) {
    String host = server.get(0) == null ? "" : Connector.text(server.get(0));
    return known(new HostAndPort(host, ((Long) server.get(1)).intValue()), asked);
  }

  /** Returns an address; a server that does not know a host means that of the server asked. */
  private static HostAndPort known(HostAndPort address, HostAndPort asked) {
    String host = address.getHost();
    return host.isEmpty() || host.equals("?")
        ? new HostAndPort(asked.getHost(), address.getPort())
        : address;
  }

  private void closeOthers(Collection<HostAndPort> masters) {
    nodes.forEach(
        (address, node) -> {
          if (!masters.contains(address) && nodes.remove(address, node)) {
            node.close();
          }
        });
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    nodes.values().forEach(Node::close);
  }
}
