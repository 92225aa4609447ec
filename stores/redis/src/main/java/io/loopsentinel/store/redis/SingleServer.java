package io.loopsentinel.store.redis;

import java.util.Collection;
import java.util.List;
import redis.clients.jedis.HostAndPort;

/** One server: the configured one, or the master that Sentinel names. */
final class SingleServer implements Servers {

  private final Node node;

  SingleServer(Connector connector) {
    String master = connector.settings().master();
    HostAndPort first = connector.settings().uri().addresses().get(0);
    this.node =
        master == null
            ? new Node(first.toString(), () -> connector.open(first))
            : new Node("master " + master, new Sentinels(connector, master)::openMaster);
  }

  @Override
  public Node of(byte[] key, Deadline deadline) {
    return node;
  }

  @Override
  public Collection<Node> all(Deadline deadline) {
    return List.of(node);
  }

  @Override
  public Node redirected(Node from, HostAndPort to) {
    throw new IllegalStateException("The server belongs to a cluster: set cluster: true");
  }

  @Override
  public void failed() {}

  @Override
  public void close() {
    node.close();
  }
}
