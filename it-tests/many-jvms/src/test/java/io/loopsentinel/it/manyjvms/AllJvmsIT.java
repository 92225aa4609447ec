package io.loopsentinel.it.manyjvms;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.store.redis.RedisServer;
import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** An operator sees the conversations of three JVMs through one of them. */
class AllJvmsIT {

  private static final String PAGE = "telemetry: {page: {port: 0}}";
  private static final String AWAY = "store redis is unavailable: ";

  @TempDir private File folder;

  private final HttpClient client = HttpClient.newHttpClient();
  private RedisServer server;

  @BeforeEach
  void startServer() {
    server = RedisServer.start();
  }

  @AfterEach
  void stopServer() {
    if (server != null) {
      server.close();
    }
  }

  @OnEachJdk(17)
  void theCommandListsTheSessionsOfTheOthersWithTheirNames(Jdk jdk) {
    try (Pods pods = Pods.start(3, jdk, folder, server.uri(), "")) {
      talk(pods);

      ProgramResult all = sessions(jdk, pods, 0);

      assertThat(all.exitCode()).as("%s", all).isZero();
      assertThat(
              all.standardOutput().lines().map(line -> line.replaceAll(" +\\S+Z +", " ")).skip(2))
          .containsExactly("second " + pods.name(2) + ", " + pods.name(1), "first " + pods.name(0));

      server.kill();

      ProgramResult own = sessions(jdk, pods, 0);
      assertThat(own.exitCode()).isEqualTo(1);
      assertThat(own.standardOutput()).contains("first", pods.name(0)).doesNotContain("second");
      assertThat(own.standardError())
          .startsWith(pods.program(0).pid() + " lists its own sessions only: " + AWAY)
          .hasLineCount(1);
    }
  }

  @OnEachJdk(17)
  void thePageListsTheSessionsOfTheOthersWithTheirNames(Jdk jdk) {
    try (Pods pods = Pods.start(3, jdk, folder, server.uri(), PAGE)) {
      talk(pods);

      String second = "[\"" + pods.name(2) + "\",\"" + pods.name(1) + "\"]";
      RedisServer.await(() -> state(pods, 0).contains(second));
      assertThat(state(pods, 0)).contains("\"stored\":{\"pod\":\"" + pods.name(0) + "\"");

      server.kill();
      RedisServer.await(() -> state(pods, 0).contains("\"problem\":\"" + AWAY));
      assertThat(state(pods, 0)).contains("[\"" + pods.name(0) + "\"]").doesNotContain(second);

      server.restart();
      assertThat(pods.ask(1, "call", "third loops")).startsWith("books");
      RedisServer.await(() -> state(pods, 0).contains("[\"" + pods.name(1) + "\"]"));
    }
  }

  @OnEachJdk(17)
  void theReportAddsUpTheLogsOfAllPods(Jdk jdk) {
    String log = new File(folder, "POD.jsonl").getPath();
    String audit = "telemetry: {audit: {file: " + log + ", calls: true}}";
    try (Pods pods = Pods.start(3, jdk, folder, server.uri(), audit)) {
      talk(pods);
      String[] logs =
          IntStream.range(0, 3)
              .mapToObj(i -> log.replace("POD", "pod-" + i))
              .toArray(String[]::new);

      RedisServer.await(() -> report(jdk, logs).matches("(?s).*\\nall +3\\n.*"));

      assertThat(report(jdk, logs))
          .containsPattern("first +1  " + pods.name(0) + "\n")
          .containsPattern("second +2  " + pods.name(1) + ", " + pods.name(2) + "\n")
          .containsPattern(pods.name(2) + " +1\n");
    }
  }

  private static String report(Jdk jdk, String... logs) {
    return JavaProgram.ofJar(AgentJar.file())
        .on(jdk)
        .arguments("report", "--by", "pod,session")
        .arguments(logs)
        .run(Duration.ofMinutes(1))
        .standardOutput();
  }

  /** Two conversations, the second one in two JVMs. */
  private static void talk(Pods pods) {
    assertThat(pods.ask(0, "call", "first loops")).startsWith("books");
    assertThat(pods.ask(1, "call", "second loops")).startsWith("books");
    assertThat(pods.ask(2, "call", "second loops")).startsWith("books");
  }

  private static ProgramResult sessions(Jdk jdk, Pods pods, int pod) {
    return JavaProgram.ofJar(AgentJar.file())
        .on(jdk)
        .arguments("sessions", Long.toString(pods.program(pod).pid()), "--all")
        .run(Duration.ofMinutes(1));
  }

  private String state(Pods pods, int pod) {
    URI address = pods.page(pod).resolve("/state");
    return client
        .sendAsync(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString())
        .join()
        .body();
  }
}
