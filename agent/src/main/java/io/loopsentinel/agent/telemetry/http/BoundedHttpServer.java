package io.loopsentinel.agent.telemetry.http;

import io.loopsentinel.targets.thread.AgentThread;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A small HTTP/1.1 server that cannot exhaust the resources of the application: connections, bytes
 * and time are bounded for each server. Each connection carries one request.
 *
 * <p>If all connections are in use, a new one replaces the one that has waited longest for its
 * request, so that slow clients never lock out others. Streams are counted separately. The JDK's
 * own server has such bounds only as system properties, which would also affect the servers of the
 * application; see {@code docs/decisions/0011-an-http-server-with-bounds.md}.
 */
public final class BoundedHttpServer implements AutoCloseable {

  /** A handler of requests, called on several threads at once. */
  @FunctionalInterface
  public interface Handler {
    Response answer(Request request) throws Exception;
  }

  /**
   * The bounds of a server.
   *
   * @param connections maximum number of open connections, not including watchers
   * @param request maximum time until a request has been received completely
   * @param response maximum time for a response, or for one part of a stream
   */
  record Limits(int connections, int watchers, Duration request, Duration response) {

    private static final Limits DEFAULT =
        new Limits(32, 8, Duration.ofSeconds(5), Duration.ofSeconds(10));
  }

  private static final Duration IDLE_THREAD = Duration.ofSeconds(10);
  private static final Duration MAX_WAIT = Duration.ofSeconds(1);
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMillis(200);

  private final Handler handler;
  private final Consumer<Throwable> failures;
  private final Limits limits;
  private final ServerSocket listening;
  private final ThreadPoolExecutor workers;
  private final ScheduledThreadPoolExecutor timer;
  private final CountDownLatch closing = new CountDownLatch(1);

  /** Connections in the order in which they were opened. Guarded by this. */
  private final Set<Connection> connections = new LinkedHashSet<>();

  /** Guarded by this. */
  private final Set<Connection> watchers = new LinkedHashSet<>();

  /**
   * Starts to listen, on daemon threads.
   *
   * @param port 0 for any free port
   * @param failures receives the exceptions of the handler
   */
  public BoundedHttpServer(
      String host, int port, String name, Handler handler, Consumer<Throwable> failures)
      throws IOException {
    this(
        new ServerSocket(port, 0, InetAddress.getByName(host)),
        name,
        handler,
        failures,
        Limits.DEFAULT);
  }

  BoundedHttpServer(
      ServerSocket listening,
      String name,
      Handler handler,
      Consumer<Throwable> failures,
      Limits limits) {
    this.listening = listening;
    this.handler = handler;
    this.failures = failures;
    this.limits = limits;
    ThreadFactory threads = task -> AgentThread.daemon(name, task);
    // Twice, because a replaced connection may still need its thread for a moment.
    this.workers =
        new ThreadPoolExecutor(
            0,
            2 * (limits.connections() + limits.watchers()),
            IDLE_THREAD.toSeconds(),
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            threads);
    this.timer = new ScheduledThreadPoolExecutor(1, threads);
    timer.setRemoveOnCancelPolicy(true);
    AgentThread.daemon(name, this::accept).start();
  }

  /** Returns the address of a server, without a path. */
  public static String address(String host, int port) {
    return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  public int port() {
    return listening.getLocalPort();
  }

  Limits limits() {
    return limits;
  }

  Response answer(Request request) throws InterruptedException {
    try {
      return handler.answer(request);
    } catch (InterruptedException e) {
      throw e;
    } catch (Throwable failure) {
      failures.accept(failure);
      return Response.of(500, "text/plain", "The agent failed; see its log.\n");
    }
  }

  void report(Throwable failure) {
    failures.accept(failure);
  }

  /** Disconnects a client after a time, unless the returned task is cancelled. */
  Future<?> disconnectAfter(Duration time, Connection connection) {
    return timer.schedule(connection::disconnect, time.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Makes a connection a watcher; returns {@code false} if there are too many. */
  synchronized boolean addWatcher(Connection connection) {
    return watchers.size() < limits.watchers()
        && connections.remove(connection)
        && watchers.add(connection);
  }

  synchronized void remove(Connection connection) {
    connections.remove(connection);
    watchers.remove(connection);
  }

  private void accept() {
    while (closing.getCount() > 0) {
      try {
        admit(listening.accept());
      } catch (InterruptedException e) {
        return;
      } catch (Throwable failure) {
        if (closing.getCount() > 0 && !isClosedWithin(PAUSE_AFTER_FAILURE)) {
          // For example no free descriptor or thread; this may be temporary.
          failures.accept(failure);
        }
      }
    }
  }

  private boolean isClosedWithin(Duration time) {
    try {
      return closing.await(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      return true;
    }
  }

  private void admit(Socket socket) throws InterruptedException {
    Connection connection = new Connection(this, socket);
    makeRoom();
    synchronized (this) {
      connections.add(connection);
    }
    if (!isTaken(connection)) {
      remove(connection);
      connection.disconnect();
    }
    if (closing.getCount() == 0) {
      connection.disconnect();
    }
  }

  /** Hands a connection to a thread; waits for one that has just served a replaced connection. */
  private boolean isTaken(Connection connection) throws InterruptedException {
    try {
      workers.execute(connection);
      return true;
    } catch (RejectedExecutionException allBusy) {
      return workers.getQueue().offer(connection, MAX_WAIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (OutOfMemoryError noThread) {
      return false;
    }
  }

  /** If there are too many clients, disconnects the one that the server waits for longest. */
  private void makeRoom() {
    Connection oldest;
    synchronized (this) {
      if (connections.size() < limits.connections()) {
        return;
      }
      oldest =
          connections.stream()
              .filter(Connection::isReading)
              .findFirst()
              .orElseGet(() -> connections.iterator().next());
      connections.remove(oldest);
    }
    oldest.disconnect();
  }

  @Override
  public void close() throws IOException {
    closing.countDown();
    listening.close();
    synchronized (this) {
      connections.forEach(Connection::disconnect);
      watchers.forEach(Connection::disconnect);
    }
    workers.shutdownNow();
    timer.shutdownNow();
  }
}
