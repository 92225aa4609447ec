package io.loopsentinel.it.manyjvms;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdks;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.store.redis.RedisServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of {@code docs/many-jvms.md}, and what is said of sessions that JVMs share. */
class ManyJvmsPageIT {

  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final String SHARED = "session arg0 is an id, shared by all JVMs";

  private static final String SEARCH =
      """
      sentinel:
        profiles: none
        %s
        targets:
          - {name: search, kind: tool, type: io.loopsentinel.it.manyjvms.PodProgram, method: search%s}
      """;

  @TempDir private File folder;

  @Test
  void configuresStoresThatTheJarsHave() throws IOException {
    List<String> stores = Page.examples().stream().filter(each -> each.contains("store:")).toList();

    assertThat(stores).hasSize(3);
    for (String store : stores) {
      ProgramResult checked =
          check(
              store
                  .replace("loop-sentinel-redis.jar", Pods.REDIS_JAR)
                  .replace("loop-sentinel-file.jar", Pods.FILE_JAR));
      assertThat(checked.standardError()).isEmpty();
      assertThat(checked.standardOutput())
          .containsPattern("\nStore (redis|file), shared by JVMs. It was not opened.\n")
          .contains("\nwarning: sessions.store: nothing is shared, because no target")
          .doesNotContain("problem:");
    }
  }

  @Test
  void checkSaysWhichSessionsAreShared() throws IOException {
    String store = Pods.redis("redis://127.0.0.1:1");

    assertThat(check(SEARCH.formatted(store, ", session: arg0")).standardOutput())
        .contains("\n  store         " + SHARED + "\n")
        .doesNotContain("warning: sessions.store");
    assertThat(check(SEARCH.formatted(store, ", session: thread")).standardOutput())
        .contains("\n  store         session thread belongs to this JVM alone\n")
        .contains("\nwarning: sessions.store: nothing is shared, because no target has a session");
    assertThat(check(SEARCH.formatted("mode: observe", ", session: arg0")).standardOutput())
        .doesNotContain("store");
  }

  @Test
  void theLogSaysWhichSessionsAreShared() throws IOException {
    try (RedisServer server = RedisServer.start()) {
      String store = Pods.redis(server.uri());

      assertThat(log(SEARCH.formatted(store, ", session: arg0")))
          .contains(", profiles none, store redis\n")
          .contains(" search: " + SHARED + "\n")
          .doesNotContain("sessions.store: ");
      assertThat(log(SEARCH.formatted(store, ", session: thread")))
          .contains(" search: session thread belongs to this JVM alone\n")
          .contains(" sessions.store: nothing is shared, because no target has a session");
    }
    assertThat(Files.readString(Page.FILE)).contains("\nsearch: " + SHARED + "\n");
  }

  private ProgramResult check(String yaml) throws IOException {
    File config = new File(folder, "check.yaml");
    Files.writeString(config.toPath(), yaml);
    return JavaProgram.ofJar(AgentJar.file())
        .on(Jdks.running())
        .arguments("check", "--verbose", "-c", config.getPath(), "target/test-classes")
        .run(LIMIT);
  }

  /** Returns the log of a JVM in which the tool was called once. */
  private String log(String yaml) {
    JavaProgram program = JavaProgram.ofMain(PodProgram.class).on(Jdks.running());
    try (Pods pods = Pods.start(1, program.agentConfig(folder, yaml))) {
      assertThat(pods.ask(0, "call", "conversation logs")).isEqualTo("books about logs");
      return pods.program(0).standardError();
    }
  }
}
