package io.loopsentinel.it.langchain4j;

import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopSentinel;
import io.loopsentinel.LoopSentinel.Decision;
import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Conversation.Message;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Asks an assistant whose model makes the same call six times unless it is told of its loop, with a
 * listener that decides about it; prints what the model read last and the number of searches.
 */
final class DecidingProgram {

  private DecidingProgram() {}

  /** How the listener decides. */
  enum Listener {
    MILDER,
    STRICTER,
    WORDED,
    THROWING,
    BLOCKING;

    Decision decide(LoopEvent event) {
      return switch (this) {
        case MILDER -> new Decision("observe", null);
        case STRICTER -> new Decision("abort", null);
        case WORDED -> new Decision(null, "Ask for the number of the order.");
        case THROWING -> throw new IllegalStateException(event.reason());
        case BLOCKING -> block();
      };
    }

    private static Decision block() {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return new Decision("observe", null);
    }
  }

  /** The argument names the listener. */
  public static void main(String[] args) {
    Listener listener = Listener.valueOf(args[0]);
    LoopSentinel.beforeAction(listener::decide);
    SearchTool tool = new SearchTool(1);
    try (ScriptedModelServer model = ScriptedModelServer.start(DecidingProgram::next)) {
      Assistant assistant =
          AiServices.builder(Assistant.class)
              .chatModel(
                  OpenAiChatModel.builder()
                      .baseUrl(model.baseUrl())
                      .apiKey("none")
                      .modelName("scripted")
                      .build())
              .tools(tool)
              .build();
      System.out.println(answer(assistant) + ", " + tool.runs() + " searches");
    }
  }

  private static Reply next(Conversation conversation) {
    List<Message> messages = conversation.messages();
    Message latest = messages.get(messages.size() - 1);
    long results = messages.stream().filter(message -> message.role().equals("tool")).count();
    if (latest.text().contains(Conversation.LOOP_MARK)) {
      return new Answer(latest.text().split("[.,]", 2)[0]);
    }
    return results == 6
        ? new Answer("not told")
        : new ToolCalls(List.of(new ToolCall("search", "{\"query\": \"loops\"}")));
  }

  private static String answer(Assistant assistant) {
    try {
      return assistant.answer("What is there on loops?");
    } catch (Throwable e) {
      return e.getClass().getSimpleName();
    }
  }
}
