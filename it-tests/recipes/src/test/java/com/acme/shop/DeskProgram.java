package com.acme.shop;

import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.ToolErrorHandlerResult;

/** Asks at desks whose assistants nothing but an error can stop. */
public final class DeskProgram {

  private static final int NEVER = Integer.MAX_VALUE;

  private DeskProgram() {}

  /** Prints what each answers to two questions. */
  public static void main(String[] args) {
    ask("called", assistant());
    ask("with an error handler", assistant().toolExecutionErrorHandler((error, call) -> handled()));
    ask("concurrent", assistant().executeToolsConcurrently());
  }

  private static AiServices<Assistant> assistant() {
    return AiServices.builder(Assistant.class)
        .chatModel(new StubbornModel(NEVER))
        .tools(new Orders());
  }

  private static ToolErrorHandlerResult handled() {
    System.out.println("The error handler was asked.");
    return ToolErrorHandlerResult.text("failed");
  }

  private static void ask(String how, AiServices<Assistant> assistant) {
    ChatMemory memory = MessageWindowChatMemory.withMaxMessages(100);
    Desk desk = new Desk(assistant.chatMemory(memory).build());
    for (String question : new String[] {"Where are my orders?", "Where are they?"}) {
      System.out.println(how + ": " + desk.answer(question));
    }
  }
}
