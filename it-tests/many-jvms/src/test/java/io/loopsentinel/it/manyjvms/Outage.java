package io.loopsentinel.it.manyjvms;

import static redis.clients.jedis.params.ClientKillParams.clientKillParams;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.Jdks;
import io.loopsentinel.store.redis.RedisServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams.SkipMe;

/** What befalls a store while JVMs call. As a program it prints how long calls have waited. */
final class Outage {

  static final int PODS = 3;

  private static final int THREADS = 2;
  private static final int TIMES_CLOSED = 20;
  private static final int SECONDS_MEASURED = 5;

  /** Something that happens to a server. */
  private interface Event {
    void happen(RedisServer server, Pods pods) throws IOException;
  }

  private Outage() {}

  /** Prints the waits of calls in each JVM for each kind of outage. */
  public static void main(String[] args) throws Exception {
    print("no outage", (server, pods) -> measure());
    print(
        "SIGSTOP",
        (server, pods) -> {
          server.pause();
          measure();
          server.resume();
        });
    print(
        "SIGKILL",
        (server, pods) -> {
          server.kill();
          measure();
          server.restart();
        });
    print(
        "sockets closed",
        (server, pods) -> {
          for (int i = 0; i < SECONDS_MEASURED; i++) {
            closeConnections(server);
          }
        });
  }

  private static void measure() {
    try {
      TimeUnit.SECONDS.sleep(SECONDS_MEASURED);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void print(String name, Event event) throws IOException {
    File folder = Files.createTempDirectory("outage").toFile();
    System.out.println(name);
    play(Jdks.running(), folder, event).forEach(result -> System.out.println("  " + result));
  }

  /** Plays all outages under traffic; returns what {@link Traffic} gives for each JVM. */
  static List<String> play(Jdk jdk, File folder) throws IOException {
    return play(
        jdk,
        folder,
        (server, pods) -> {
          stop(server, pods);
          kill(server);
          closeConnections(server);
        });
  }

  private static List<String> play(Jdk jdk, File folder, Event event) throws IOException {
    File stop = new File(folder, "stop");
    try (RedisServer server = RedisServer.start();
        Pods pods =
            Pods.start(PODS, jdk, folder, Pods.redis(server.uri()).replace("20s", "20ms"))) {
      List<Integer> commands = new ArrayList<>();
      for (int pod = 0; pod < PODS; pod++) {
        commands.add(pods.send(pod, "traffic", stop + " " + THREADS));
      }
      pass(server, 1_000);
      event.happen(server, pods);
      pass(server, 1_000);
      Files.createFile(stop.toPath());
      List<String> results = new ArrayList<>();
      for (int pod = 0; pod < PODS; pod++) {
        results.add(pods.result(pod, commands.get(pod)));
      }
      return results;
    }
  }

  /** Waits until JVMs have made requests to the server. */
  private static void pass(RedisServer server, int requests) {
    long before = requests(server);
    RedisServer.await(requests + " requests", () -> requests(server) >= before + requests);
  }

  private static long requests(RedisServer server) {
    String stats = server.ask(jedis -> jedis.info("stats"));
    return Long.parseLong(stats.replaceAll("(?s).*total_commands_processed:(\\d+).*", "$1"));
  }

  /** Stops the server until each JVM has found out. */
  private static void stop(RedisServer server, Pods pods) {
    server.pause();
    for (int pod = 0; pod < PODS; pod++) {
      pods.program(pod)
          .awaitError(log -> log.contains("store redis: append failed"), Duration.ofSeconds(30));
    }
    server.resume();
    pass(server, 1_000);
  }

  private static void kill(RedisServer server) {
    server.kill();
    server.restart();
    pass(server, 1_000);
  }

  private static void closeConnections(RedisServer server) {
    for (int i = 0; i < TIMES_CLOSED; i++) {
      long closed =
          server.ask(
              jedis ->
                  jedis.clientKill(clientKillParams().type(ClientType.NORMAL).skipMe(SkipMe.YES)));
      pass(server, 100 + (int) closed);
    }
  }
}
