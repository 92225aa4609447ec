package io.loopsentinel.it.manyjvms;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** What two JVMs store of the conversations that they answer with LangChain4j, and list of them. */
class AssistantSessionsIT extends RedisTest {

  private final ScriptedModelServer model = ScriptedModelServer.start(LangChain4jIT::next);

  @AfterEach
  void stopModel() {
    model.close();
  }

  @OnEachJdk(17)
  void aQuestionUnderTheProfileAloneHasNoLogInTheStore(Jdk jdk) {
    try (Pods pods = pods(jdk, "")) {
      askBoth(pods, "talk");

      assertThat(logs()).isEmpty();
    }
  }

  @OnEachJdk(17)
  void aQuestionWithoutAMemoryIdHasNoLogInTheStore(Jdk jdk) throws IOException {
    try (Pods pods = pods(jdk, Page.example("langchain4j"))) {
      askBoth(pods, "default");

      assertThat(logs()).isEmpty();
    }
  }

  @OnEachJdk(17)
  void aConversationOfTwoJvmsIsOneLine(Jdk jdk) throws IOException {
    try (Pods pods = pods(jdk, Page.example("langchain4j"))) {
      askBoth(pods, "talk");
      askBoth(pods, "other");

      assertThat(logs()).hasSize(2);
      assertThat(sessions(jdk, pods)).containsExactlyInAnyOrder("talk", "other");
    }
  }

  private Pods pods(Jdk jdk, String targets) {
    return Pods.start(
        2,
        JavaProgram.ofMain(AssistantProgram.class)
            .on(jdk)
            .jvmOptions("-Dslf4j.internal.verbosity=ERROR")
            .arguments(model.baseUrl(), folder.getPath())
            .agentConfig(folder, "sentinel:\n  " + Pods.redis(server.uri()) + "\n" + targets));
  }

  private static void askBoth(Pods pods, String conversation) {
    for (int pod = 0; pod < 2; pod++) {
      assertThat(pods.ask(pod, "ask", conversation + " question")).isEqualTo("books about loops");
    }
  }

  /** Returns the keys of the server. */
  private List<String> logs() {
    return List.copyOf(server.ask(jedis -> jedis.keys("*")));
  }

  /** Returns the names that the command lists. */
  private static List<String> sessions(Jdk jdk, Pods pods) {
    return JavaProgram.ofJar(AgentJar.file())
        .on(jdk)
        .arguments("sessions", "--all", Long.toString(pods.program(0).pid()))
        .run(Duration.ofMinutes(1))
        .standardOutput()
        .lines()
        .skip(2)
        .map(line -> line.substring(0, line.indexOf(' ')))
        .toList();
  }
}
