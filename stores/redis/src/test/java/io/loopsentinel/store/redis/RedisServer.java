package io.loopsentinel.store.redis;

import static java.util.Objects.requireNonNull;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisAccessControlException;
import redis.clients.jedis.exceptions.JedisException;

/** A {@code redis-server} on a free port of the loopback interface, which keeps nothing on disk. */
public final class RedisServer implements AutoCloseable {

  private static final String HOST = "127.0.0.1";
  private static final String COMMAND = "redis-server";
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** The bus of a cluster has the port that is higher by 10,000. */
  private static final int MAX_PORT = 55_000;

  private final int port = freePort();
  private final Path folder;
  private final List<String> options;
  private Process process;

  private RedisServer(List<String> options) {
    this.options = options;
    try {
      this.folder = Files.createTempDirectory("redis");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.process = run();
    // A test run that is ended leaves no server behind.
    Runtime.getRuntime().addShutdownHook(new Thread(() -> process.destroyForcibly()));
  }

  /** Starts a server; skips the test, and says so, where the machine has none. */
  public static RedisServer start(String... options) {
    return start(List.of(options));
  }

  /** Starts a sentinel with a configuration, which it changes. */
  static RedisServer startSentinel(String configuration) throws IOException {
    Path file = Files.createTempFile("sentinel", ".conf");
    Files.writeString(file, configuration);
    return start(List.of(file.toString(), "--sentinel"));
  }

  private static RedisServer start(List<String> options) {
    boolean installed =
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(each -> new File(each, COMMAND).canExecute());
    if (!installed) {
      System.out.println("NOT TESTED with Redis: there is no redis-server on the path");
    }
    Assumptions.assumeTrue(installed, "there is no redis-server on the path");
    RedisServer server = new RedisServer(options);
    server.awaitReady();
    return server;
  }

  /** Returns a port that is free, and so is the one of a cluster's bus. */
  public static int freePort() {
    while (true) {
      try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        if (socket.getLocalPort() <= MAX_PORT) {
          return socket.getLocalPort();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private Process run() {
    List<String> command = new ArrayList<>(List.of(COMMAND));
    boolean isSentinel = options.contains("--sentinel");
    if (isSentinel) {
      command.addAll(options);
    }
    command.addAll(List.of("--port", "" + port, "--bind", HOST, "--dir", folder.toString()));
    if (!isSentinel) {
      command.addAll(List.of("--save", "", "--appendonly", "no"));
      command.addAll(options);
    }
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(folder.resolve("log").toFile())
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void awaitReady() {
    await("the server is ready", () -> !process.isAlive() || isReady());
    if (!process.isAlive()) {
      throw new IllegalStateException("redis-server ended: see " + folder.resolve("log"));
    }
  }

  private boolean isReady() {
    try {
      return ask(Jedis::ping).equals("PONG");
    } catch (JedisAccessControlException e) {
      return true;
    } catch (JedisException e) {
      return false;
    }
  }

  /** Waits for a condition. */
  public static void await(BooleanSupplier isTrue) {
    await("the condition of the test", isTrue);
  }

  /** Waits for a condition that a failure names. */
  public static void await(String condition, BooleanSupplier isTrue) {
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    while (!isTrue.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("Not within " + TIMEOUT + ": " + condition);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** Asks or changes this server by a connection of the test's own. */
  public <T> T ask(Function<Jedis, T> question) {
    try (Jedis jedis = new Jedis(HOST, port)) {
      return question.apply(jedis);
    }
  }

  /** Returns host and port. */
  public String address() {
    return HOST + ":" + port;
  }

  public int port() {
    return port;
  }

  public String uri() {
    return "redis://" + address();
  }

  /** Ends the server at once. */
  public void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  /** Starts the server again, without its data. */
  public void restart() {
    process = run();
    awaitReady();
  }

  /** Stops the server: connections stay open and nothing is answered. */
  public void pause() {
    signal("STOP");
  }

  /** Lets a stopped server continue. */
  public void resume() {
    signal("CONT");
  }

  private void signal(String name) {
    try {
      Process kill = new ProcessBuilder("kill", "-" + name, "" + process.pid()).start();
      if (kill.onExit().join().exitValue() != 0) {
        throw new IllegalStateException("kill failed");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    kill();
    for (File file : requireNonNull(folder.toFile().listFiles())) {
      boolean unused = file.delete();
    }
    boolean unused = folder.toFile().delete();
  }
}
