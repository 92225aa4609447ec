package io.loopsentinel.store.redis;

import java.util.Collection;
import java.util.concurrent.TimeoutException;
import redis.clients.jedis.HostAndPort;

/** The servers of a store. */
interface Servers extends AutoCloseable {

  /**
   * Returns the server of a key.
   *
   * @throws TimeoutException if it is not known in time
   */
  Node of(byte[] key, Deadline deadline) throws Exception;

  /** Returns the servers that hold the data together; see {@link #of}. */
  Collection<Node> all(Deadline deadline) throws Exception;

  /**
   * Returns the server that another one referred to.
   *
   * @throws IllegalStateException if the servers are no cluster
   */
  Node redirected(Node from, HostAndPort to);

  /** Notes that a server failed or referred to another. */
  void failed();

  @Override
  void close();
}
