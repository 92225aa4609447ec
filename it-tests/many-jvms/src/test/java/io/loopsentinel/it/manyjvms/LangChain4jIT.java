package io.loopsentinel.it.manyjvms;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.ScriptedModelServer;
import io.loopsentinel.store.redis.RedisServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;

/**
 * JVMs that answer the messages of a conversation in turn with LangChain4j. The model makes one and
 * the same call after each message of the user.
 */
class LangChain4jIT {

  private static final int MESSAGES = 7;

  @TempDir private File folder;

  @OnEachJdk(17)
  void stopsALoopOverSeveralMessagesAtTheSameCallAsInOneJvm(Jdk jdk) throws IOException {
    String target = Page.example("langchain4j");
    List<String> inOne = answers(1, jdk, target);

    assertThat(answers(3, jdk, target)).isEqualTo(inOne).hasSize(MESSAGES);
    assertThat(inOne.subList(0, 3)).containsOnly("books about loops");
    assertThat(inOne.subList(3, 5))
        .allSatisfy(answer -> assertThat(answer).startsWith("loop-detected: "));
    assertThat(inOne.get(5)).isEqualTo("ToolLoopError");
    // The conversation goes on: its memory answers the refused call, and the model reads that.
    assertThat(inOne.get(6)).endsWith("The run is ended.");
  }

  @OnEachJdk(17)
  void profilesAloneSeeEachMessageByItself(Jdk jdk) throws IOException {
    assertThat(answers(3, jdk, "")).containsOnly("books about loops");
  }

  /** Returns the answers to messages, each from the next JVM. */
  private List<String> answers(int count, Jdk jdk, String targets) throws IOException {
    String memories = Files.createTempDirectory(folder.toPath(), "memories").toString();
    try (RedisServer server = RedisServer.start();
        ScriptedModelServer model = ScriptedModelServer.start(LangChain4jIT::next);
        Pods pods =
            Pods.start(
                count,
                JavaProgram.ofMain(AssistantProgram.class)
                    .on(jdk)
                    .jvmOptions("-Dslf4j.internal.verbosity=ERROR")
                    .arguments(model.baseUrl(), memories)
                    .agentConfig(
                        folder, "sentinel:\n  " + Pods.redis(server.uri()) + "\n" + targets))) {
      List<String> answers =
          IntStream.range(0, MESSAGES)
              .mapToObj(i -> pods.ask(i % count, "ask", "conversation again"))
              .toList();
      assertThat(pods.ask(0, "ask", "another again")).isEqualTo("books about loops");
      assertThat(model.refusals()).isEmpty();
      return answers;
    }
  }

  /** Calls the tool after each message of the user, and answers with its result. */
  static Reply next(Conversation conversation) {
    List<String> results = conversation.latestToolResults();
    return results.isEmpty()
        ? new Reply.ToolCalls(List.of(new Reply.ToolCall("search", "{\"query\": \"loops\"}")))
        : new Reply.Answer(results.get(0));
  }
}
