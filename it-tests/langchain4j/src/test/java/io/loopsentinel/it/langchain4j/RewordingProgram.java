package io.loopsentinel.it.langchain4j;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.service.AiServices;
import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Conversation.Message;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.util.List;

/**
 * Asks an assistant whose model asks one question in many words, or about many orders, until it is
 * warned; prints its answer.
 */
final class RewordingProgram {

  static final String NOTHING_SAID = "not warned";

  private static final List<String> LATE =
      List.of(
          "orders that are late",
          "overdue orders",
          "which orders are delayed",
          "orders past their delivery date",
          "late order deliveries",
          "orders not delivered yet and overdue",
          "delayed customer orders",
          "orders behind schedule",
          "list overdue customer orders",
          "purchase orders delivered late",
          "orders running late",
          "orders whose delivery is late");

  private RewordingProgram() {}

  /** A tool that finds nothing. */
  static final class Orders {

    @Tool("Searches orders")
    String search(String query) throws InterruptedException {
      awaitModel();
      return query.length() % 2 == 0 ? "[]" : "no matches found";
    }

    /** The model is loaded when the first text comes. */
    private static void awaitModel() throws InterruptedException {
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        if (thread.getName().contains("loads the sentence model")) {
          thread.join();
        }
      }
    }
  }

  /** The argument says whether the model asks about many orders. */
  public static void main(String[] args) throws Throwable {
    boolean many = Boolean.parseBoolean(args[0]);
    try (ScriptedModelServer model = ScriptedModelServer.start(talk -> next(talk, many))) {
      Assistant assistant =
          AiServices.builder(Assistant.class)
              .chatModel(AssistantsSince10.model(model.baseUrl()))
              .tools(new Orders())
              .build();
      System.out.println(assistant.answer("Which orders are late?"));
    }
  }

  private static Reply next(Conversation conversation, boolean many) {
    Message latest = conversation.messages().get(conversation.messages().size() - 1);
    int asked = conversation.responses();
    if (latest.text().contains(Conversation.LOOP_MARK)) {
      return new Answer(latest.text());
    }
    return asked == LATE.size()
        ? new Answer(NOTHING_SAID)
        : new ToolCalls(
            List.of(call(many ? "status of order " + (1001 + asked) : LATE.get(asked))));
  }

  private static ToolCall call(String query) {
    return new ToolCall("search", "{\"query\": \"%s\"}".formatted(query));
  }
}
