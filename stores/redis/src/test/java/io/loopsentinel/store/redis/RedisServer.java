package io.loopsentinel.store.redis;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import redis.clients.jedis.Jedis;

/** A {@code redis-server} on a free port of the loopback interface. */
public final class RedisServer implements AutoCloseable {

  private static final String COMMAND = "redis-server";
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final int port;
  private final Path folder;
  private final List<String> options;
  private final List<String> files;
  private Process process;

  private RedisServer(int port, List<String> options, String... files) {
    this.port = port;
    this.options = options;
    this.files = List.of(files);
    try {
      this.folder = Files.createTempDirectory("redis");
      this.process = run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a server that keeps nothing on disk. */
  public static RedisServer start(String... options) {
    assumeTrue(isInstalled(), "redis-server is not installed, so nothing was tested");
    List<String> all = new ArrayList<>(List.of("--save", "", "--appendonly", "no"));
    all.addAll(List.of(options));
    RedisServer server = new RedisServer(freePort(), all);
    server.awaitReady();
    return server;
  }

  /** Starts a Sentinel with a configuration file, which it changes. */
  public static RedisServer startSentinel(Path config) {
    RedisServer server = new RedisServer(freePort(), List.of("--sentinel"), config.toString());
    server.awaitReady();
    return server;
  }

  private static boolean isInstalled() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(each -> new File(each, COMMAND).canExecute());
  }

  /** Returns a port whose successor by 10,000 is a port as well, as a cluster needs it. */
  public static int freePort() {
    while (true) {
      try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        if (socket.getLocalPort() < 55_000) {
          return socket.getLocalPort();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private Process run() throws IOException {
    List<String> command = new ArrayList<>(List.of(COMMAND));
    command.addAll(files);
    command.addAll(
        List.of("--port", String.valueOf(port), "--bind", "127.0.0.1", "--dir", folder.toString()));
    command.addAll(options);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("log").toFile())
        .start();
  }

  private void awaitReady() {
    await(
        () -> {
          try (Jedis jedis = admin()) {
            return jedis.ping().equals("PONG");
          } catch (RuntimeException e) {
            return e.getMessage() != null && e.getMessage().contains("NOAUTH");
          }
        });
  }

  /** Waits for a condition. */
  public static void await(BooleanSupplier condition) {
    Instant end = Instant.now().plus(LIMIT);
    while (!condition.getAsBoolean()) {
      if (Instant.now().isAfter(end)) {
        throw new AssertionError("not within " + LIMIT);
      }
      Thread.onSpinWait();
    }
  }

  /** Returns a connection for commands of a test; to be closed. */
  public Jedis admin() {
    return new Jedis("127.0.0.1", port);
  }

  public int port() {
    return port;
  }

  public String uri() {
    return "redis://127.0.0.1:" + port;
  }

  /** Ends the server at once. */
  public void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  /** Starts the server again, without its data. */
  public void restart() {
    try {
      process = run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    awaitReady();
  }

  /** Stops the server: connections stay open and nothing is answered. */
  public void pause() {
    signal("STOP");
  }

  /** Lets a stopped server go on. */
  public void resume() {
    signal("CONT");
  }

  private void signal(String name) {
    try {
      int exit = new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor();
      if (exit != 0) {
        throw new IllegalStateException("kill: " + exit);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    kill();
    for (File file : List.of(folder.toFile().listFiles())) {
      Object unused = file.delete();
    }
    Object unused = folder.toFile().delete();
  }
}
