package io.loopsentinel.store.redis;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * A command for a server, and its reply. One thread waits for it, and the thread of a {@link Node}
 * sends it.
 */
final class Request {

  private final String command;
  private final byte[][] arguments;
  private final boolean asking;
  private final CountDownLatch done = new CountDownLatch(1);
  private @Nullable Object reply;
  private @Nullable Throwable failure;
  private volatile boolean abandoned;

  Request(String command, byte[]... arguments) {
    this(command, arguments, false);
  }

  private Request(String command, byte[][] arguments, boolean asking) {
    this.command = command;
    this.arguments = arguments;
    this.asking = asking;
  }

  /**
   * Returns the same command, to be sent to another server.
   *
   * @param asking whether that server is still taking over the key
   */
  Request redirected(boolean asking) {
    return new Request(command, arguments, asking);
  }

  void send(Connection connection) {
    if (asking) {
      connection.sendCommand(() -> Keys.ascii("ASKING"));
    }
    connection.sendCommand(() -> Keys.ascii(command), arguments);
  }

  /** Reads the reply; an error that the server replies with is thrown by {@link #await}. */
  void read(Connection connection) {
    try {
      if (asking) {
        Object unused = connection.getOne();
      }
      reply = connection.getOne();
      done.countDown();
    } catch (JedisDataException e) {
      fail(e);
    }
  }

  void fail(Throwable cause) {
    failure = cause;
    done.countDown();
  }

  /** Returns the failure; null if there is a reply or none yet. */
  @Nullable Throwable failure() {
    return failure;
  }

  /** Returns whether no thread waits any more. */
  boolean isAbandoned() {
    return abandoned;
  }

  /**
   * Waits for the reply.
   *
   * @throws TimeoutException if there is none in time
   * @throws JedisDataException if the server replies with an error
   * @throws IOException if the server cannot be reached
   */
  Object await(Deadline deadline) throws IOException, TimeoutException, InterruptedException {
    boolean replied = false;
    try {
      replied = deadline.await(done);
    } finally {
      abandoned = !replied;
    }
    if (!replied) {
      throw new TimeoutException();
    }
    if (failure instanceof JedisDataException error) {
      throw error;
    }
    if (failure != null) {
      throw new IOException(failure.getMessage(), failure);
    }
    return Objects.requireNonNull(reply, command);
  }
}
