package io.loopsentinel.it.manyjvms;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Conversation.Message;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.io.File;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** A conversation some of whose answers are streamed. */
class StreamedAssistantIT {

  private static final int MAX_SEARCHES = 20;

  @TempDir private File folder;

  /** Only the requests of an answer that blocks are in the session of the conversation. */
  @OnEachJdk(17)
  void endsALoopAfterAnAnswerThatBlocked(Jdk jdk) throws IOException {
    try (ScriptedModelServer model = ScriptedModelServer.start(StreamedAssistantIT::next);
        Pods pods =
            Pods.start(
                1,
                JavaProgram.ofMain(AssistantProgram.class)
                    .on(jdk)
                    .jvmOptions("-Dslf4j.internal.verbosity=ERROR")
                    .arguments(model.baseUrl(), folder.getPath())
                    .agentConfig(folder, "sentinel:\n" + Page.example("langchain4j")))) {
      assertThat(pods.ask(0, "ask", "talk hello")).isEqualTo("hello");

      assertThat(pods.ask(0, "stream", "talk loop")).isEqualTo("ToolLoopError");
      assertThat(pods.ask(0, "ask", "talk hello")).isEqualTo("hello");
      assertThat(model.refusals()).isEmpty();
    }
  }

  /** Calls the tool again and again if it is asked for a loop. */
  private static Reply next(Conversation conversation) {
    String question =
        conversation.messages().stream()
            .filter(message -> message.role().equals("user"))
            .reduce((earlier, later) -> later)
            .map(Message::text)
            .orElseThrow();
    return question.equals("loop") && conversation.responses() < MAX_SEARCHES
        ? new Reply.ToolCalls(List.of(new Reply.ToolCall("search", "{\"query\": \"loops\"}")))
        : new Reply.Answer("hello");
  }
}
