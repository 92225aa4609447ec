package io.loopsentinel.it.manyjvms;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.Browser;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.Jdks;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.store.redis.RedisServer;
import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** An operator sees the conversations of three JVMs through one of them. */
class AllJvmsIT extends RedisTest {

  private static final String PAGE = "telemetry: {page: {port: 0}}";
  private static final String AWAY = "store redis is unavailable: ";

  private final HttpClient client = HttpClient.newHttpClient();

  @OnEachJdk(17)
  void theCommandListsTheSessionsOfTheOthersWithTheirNames(Jdk jdk) {
    try (Pods pods = Pods.start(3, jdk, folder, Pods.redis(server.uri()))) {
      talk(pods);

      ProgramResult all = sessions(jdk, pods, 0);

      assertThat(all.exitCode()).as("%s", all).isZero();
      assertThat(all.standardOutput().lines().map(AllJvmsIT::withoutTime).skip(2))
          .containsExactly(
              "second - open " + pods.fullName(2) + ", " + pods.fullName(1),
              "first 1 open " + pods.fullName(0));

      server.kill();

      ProgramResult own = sessions(jdk, pods, 0);
      assertThat(own.exitCode()).isEqualTo(1);
      assertThat(own.standardOutput()).contains("first", pods.fullName(0)).doesNotContain("second");
      assertThat(own.standardError())
          .startsWith(pods.program(0).pid() + " lists its own sessions only: " + AWAY)
          .hasLineCount(1);
    }
  }

  @OnEachJdk(17)
  void commandsReachASessionThatOnlyAnotherJvmKnows(Jdk jdk) {
    try (Pods pods = Pods.start(2, jdk, folder, Pods.redis(server.uri()))) {
      assertThat(pods.ask(1, "call", "other loops")).startsWith("books");
      for (int i = 0; i < 3; i++) {
        assertThat(pods.ask(0, "call", "talk loops")).startsWith("books");
      }
      assertThat(pods.ask(0, "call", "talk loops")).startsWith("loop-detected");

      assertThat(command(jdk, pods, 1, "reset", "talk").standardOutput())
          .isEqualToIgnoringNewLines("session talk is reset");
      assertThat(pods.ask(0, "call", "talk loops")).startsWith("books");

      assertThat(command(jdk, pods, 1, "tell", "talk", "Come to an end.").exitCode()).isZero();
      assertThat(pods.ask(0, "call", "talk loops")).contains("Come to an end.");

      ProgramResult unknown = command(jdk, pods, 1, "reset", "nobody");
      assertThat(unknown.exitCode()).isEqualTo(1);

      server.kill();
      assertThat(command(jdk, pods, 1, "reset", "nobody").standardError())
          .contains("this JVM has no such session, and others cannot be asked: ");
    }
  }

  @OnEachJdk(17)
  void thePageListsTheSessionsOfTheOthersWithTheirNames(Jdk jdk) {
    try (Pods pods = Pods.start(3, jdk, folder, Pods.redis(server.uri()), PAGE)) {
      talk(pods);

      String second = "[\"" + pods.fullName(2) + "\",\"" + pods.fullName(1) + "\"]";
      RedisServer.await(() -> state(pods, 0).contains(second));
      assertThat(state(pods, 0)).contains("\"stored\":{\"pod\":\"" + pods.fullName(0) + "\"");

      server.kill();
      RedisServer.await(() -> state(pods, 0).contains("\"problem\":\"" + AWAY));
      assertThat(state(pods, 0)).contains("[\"" + pods.fullName(0) + "\"]").doesNotContain(second);

      server.restart();
      assertThat(pods.ask(1, "call", "third loops")).startsWith("books");
      RedisServer.await(() -> state(pods, 0).contains("[\"" + pods.fullName(1) + "\"]"));
    }
  }

  @Test
  void thePageShowsTheSessionsOfTheOthersInABrowser() throws Exception {
    Path chromium = Browser.required();
    try (Pods pods = Pods.start(3, Jdks.running(), folder, Pods.redis(server.uri()), PAGE)) {
      talk(pods);
      try (Browser browser = Browser.open(chromium, new File(folder, "profile"), pods.page(0))) {
        browser.await(
            "document.querySelector('#stored')?.innerText.includes('%s')"
                .formatted(pods.fullName(2)));
        assertThat(browser.flaws(Path.of("target/screenshots"), "pods", "light")).isEmpty();
        assertThat(browser.accessibleNames()).contains("region Sessions of all JVMs");
        assertThat(browser.text("#stored"))
            .contains(
                "second", "first", pods.fullName(1), "This page is of pod " + pods.fullName(0));
        assertThat(browser.problems()).isEmpty();
      }
    }
  }

  @OnEachJdk(17)
  void theReportAddsUpTheLogsOfAllPods(Jdk jdk) {
    try (Pods first = audited(jdk, 1);
        Pods second = audited(jdk, 2)) {
      assertThat(first.ask(0, "call", "alone loops")).startsWith("books");
      assertThat(first.ask(0, "call", "common loops")).startsWith("books");
      assertThat(second.ask(0, "call", "common loops")).startsWith("books");

      RedisServer.await(() -> report(jdk).matches("(?s).*\\nall +3\\n.*"));

      String names =
          Stream.of(first, second).map(pods -> pods.fullName(0)).sorted().collect(joining(", "));
      assertThat(report(jdk))
          .containsPattern("\nalone +1 +" + first.fullName(0) + "\n")
          .containsPattern("\ncommon +2 +" + names + "\n")
          .containsPattern("\n" + first.fullName(0) + " +2\n");
    }
  }

  private Pods audited(Jdk jdk, int number) {
    String audit = "telemetry: {audit: {file: \"" + log(number) + "\", calls: true}}";
    return Pods.start(1, jdk, folder, Pods.redis(server.uri()), audit);
  }

  private String log(int number) {
    return new File(folder, number + ".jsonl").getPath();
  }

  private String report(Jdk jdk) {
    return JavaProgram.ofJar(AgentJar.file())
        .on(jdk)
        .arguments("report", "--by", "pod,session")
        .arguments(log(1), log(2))
        .run(Duration.ofMinutes(1))
        .standardOutput();
  }

  /** Returns a line of the table with single blanks and without the time of the last call. */
  private static String withoutTime(String line) {
    return line.replaceAll(" \\S+Z ", " ").replaceAll(" +", " ").strip();
  }

  /** Two conversations, the second one in two JVMs. */
  private static void talk(Pods pods) {
    assertThat(pods.ask(0, "call", "first loops")).startsWith("books");
    assertThat(pods.ask(1, "call", "second loops")).startsWith("books");
    assertThat(pods.ask(2, "call", "second loops")).startsWith("books");
  }

  private static ProgramResult sessions(Jdk jdk, Pods pods, int pod) {
    return command(jdk, pods, pod, "sessions", "--all");
  }

  private static ProgramResult command(
      Jdk jdk, Pods pods, int pod, String command, String... arguments) {
    return JavaProgram.ofJar(AgentJar.file())
        .on(jdk)
        .arguments(command, Long.toString(pods.program(pod).pid()))
        .arguments(arguments)
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
