package io.loopsentinel.store.redis;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisException;

/**
 * A server, with one connection and one daemon thread. The thread connects, sends the requests of
 * all other threads, and reads the replies; so no other thread ever waits longer than it wants.
 *
 * <p>Requests that arrive together are sent together. After a failure the next request connects
 * again, and fails at once if that has just failed.
 */
final class Node implements AutoCloseable {

  /** Opens a connection; blocks. */
  @FunctionalInterface
  interface Opener {
    Connection open() throws IOException;
  }

  /** Time for which a connection is trusted without a question. Servers close idle ones. */
  private static final long TRUSTED_NANOS = Duration.ofSeconds(1).toNanos();

  /** Time after which connecting is tried again. */
  private static final long RETRY_NANOS = Duration.ofMillis(100).toNanos();

  private static final int MAX_BATCH = 256;

  /** Errors of a server that is no longer the right one, or no longer knows its client. */
  private static final Pattern LOST = Pattern.compile("READONLY |MASTERDOWN |NOAUTH ");

  private final String name;
  private final Opener opener;
  private final Thread thread;
  private final AtomicBoolean started = new AtomicBoolean();
  private final BlockingQueue<Request> queue = new LinkedBlockingQueue<>();
  private volatile boolean closed;
  private volatile @Nullable Connection connection;

  /** The time since when the thread has been sending and reading; 0 if it is not. */
  private volatile long busySince;

  private long used;
  private long failed;
  private @Nullable Throwable failure;

  Node(String name, Opener opener) {
    this.name = name;
    this.opener = opener;
    this.thread = Daemon.of("redis " + name, this::run);
  }

  /**
   * Sends a request and waits for its reply.
   *
   * @throws TimeoutException if there is none in time
   */
  Object execute(Request request, Deadline deadline) throws Exception {
    if (started.compareAndSet(false, true)) {
      thread.start();
    }
    queue.add(request);
    if (closed) {
      throw new IOException("The store is closed");
    }
    try {
      return request.await(deadline);
    } catch (TimeoutException e) {
      disconnectIfStuck();
      throw new TimeoutException("Redis at " + name + " did not reply in time");
    } catch (IOException e) {
      throw new IOException("Redis at " + name + ": " + e.getMessage(), e);
    } finally {
      if (request.isAbandoned()) {
        queue.remove(request);
      }
    }
  }

  private void run() {
    List<Request> batch = new ArrayList<>();
    try {
      while (!closed) {
        batch.add(queue.take());
        try {
          Connection open = connected();
          queue.drainTo(batch, MAX_BATCH);
          batch.removeIf(Request::isAbandoned);
          exchange(open, batch);
        } catch (Throwable e) { // Also a LinkageError, which would end the thread silently.
          disconnect();
          for (Request request : batch) {
            request.fail(e);
          }
        }
        batch.clear();
      }
    } catch (InterruptedException e) {
      // The store was closed.
    } finally {
      disconnect();
      queue.forEach(request -> request.fail(new IOException("The store is closed")));
    }
  }

  private Connection connected() throws Throwable {
    Connection open = connection;
    if (open != null && System.nanoTime() - used > TRUSTED_NANOS && !answers(open)) {
      disconnect();
      open = null;
    }
    if (open == null) {
      if (failure != null && System.nanoTime() - failed < RETRY_NANOS) {
        throw failure;
      }
      try {
        open = opener.open();
        failure = null;
      } catch (Throwable e) {
        failed = System.nanoTime();
        failure = e;
        throw e;
      }
      connection = open;
    }
    return open;
  }

  private static boolean answers(Connection connection) {
    try {
      Connector.ping(connection);
      return true;
    } catch (JedisException e) {
      return false;
    }
  }

  private void exchange(Connection open, List<Request> batch) {
    busySince = System.nanoTime() | 1;
    try {
      for (Request request : batch) {
        request.send(open);
      }
      for (Request request : batch) {
        request.read(open);
      }
    } finally {
      busySince = 0;
    }
    used = System.nanoTime();
    for (Request request : batch) {
      if (isLost(request)) {
        disconnect();
      }
    }
  }

  private static boolean isLost(Request request) {
    Throwable failure = request.failure();
    return failure != null && LOST.matcher(String.valueOf(failure.getMessage())).find();
  }

  /**
   * Closes the socket if the thread has been using it for too long. Reading has a timeout, but
   * writing to a server that stands still has none.
   */
  private void disconnectIfStuck() {
    long since = busySince;
    if (since != 0 && System.nanoTime() - since > 2 * Connector.MAX_SILENCE.toNanos()) {
      disconnect();
    }
  }

  private void disconnect() {
    Connection open = connection;
    connection = null;
    if (open != null) {
      try {
        open.forceDisconnect();
      } catch (IOException e) {
        // The socket is closed all the same.
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    disconnect();
  }

  @Override
  public String toString() {
    return name;
  }
}
