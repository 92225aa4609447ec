package io.loopsentinel.it.langchain4j;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.Failure;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Asks an assistant whose tools fail while its provider is well, then while that is down, another
 * one meanwhile, and the first again until it answers; prints what came of each.
 */
final class ProviderDownProgram {

  static final String REFUSED = "ProviderUnavailableException";
  private static final int FAILURES = 6;

  private ProviderDownProgram() {}

  /** A model of another provider, which answers by itself. */
  static final class LocalModel implements ChatModel {
    @Override
    public ChatResponse doChat(ChatRequest request) {
      return ChatResponse.builder().aiMessage(AiMessage.from("local")).build();
    }
  }

  /** A tool that cannot reach what it asks. */
  static final class DeadTool {
    @Tool
    String search(String query) {
      if (query.isEmpty()) {
        return "what for?";
      }
      throw new UncheckedIOException(new IOException("search is down: " + query));
    }
  }

  /** Takes no arguments. */
  public static void main(String[] args) {
    AtomicBoolean down = new AtomicBoolean();
    try (ScriptedModelServer server =
        ScriptedModelServer.start(
            conversation -> down.get() ? new Failure(503) : next(conversation))) {
      Assistant assistant =
          assistant(
              OpenAiChatModel.builder()
                  .baseUrl(server.baseUrl())
                  .apiKey("none")
                  .modelName("scripted")
                  .maxRetries(0)
                  .build());
      System.out.println(ask(assistant) + " after " + server.log().requests() + " requests");

      down.set(true);
      int before = server.log().requests();
      for (int i = 0; i < FAILURES; i++) {
        System.out.println(ask(assistant));
      }
      System.out.println(server.log().requests() - before + " requests");
      System.out.println(ask(assistant(new LocalModel())));

      down.set(false);
      String answer = ask(assistant);
      while (answer.equals(REFUSED)) {
        Thread.onSpinWait();
        answer = ask(assistant);
      }
      System.out.println(answer);
    }
  }

  private static Assistant assistant(ChatModel model) {
    return AiServices.builder(Assistant.class).chatModel(model).tools(new DeadTool()).build();
  }

  private static Reply next(Conversation conversation) {
    int responses = conversation.responses();
    return responses < FAILURES
        ? new ToolCalls(List.of(new ToolCall("search", "{\"query\": \"" + responses + "\"}")))
        : new Answer("remote");
  }

  private static String ask(Assistant assistant) {
    try {
      return assistant.answer("What is there on loops?");
    } catch (Throwable e) {
      return e.getClass().getSimpleName();
    }
  }
}
