package com.acme.shop;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;

/** Asks for the same orders until it is told so often enough that it goes round in circles. */
final class StubbornModel implements ChatModel {

  private final int patience;

  StubbornModel(int patience) {
    this.patience = patience;
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    return ChatResponse.builder()
        .aiMessage(hints(request) < patience ? call() : AiMessage.from("You have no orders."))
        .build();
  }

  private static long hints(ChatRequest request) {
    return request.messages().stream()
        .filter(ToolExecutionResultMessage.class::isInstance)
        .map(ToolExecutionResultMessage.class::cast)
        .filter(result -> result.text().startsWith("loop-detected"))
        .count();
  }

  private static AiMessage call() {
    return AiMessage.from(
        ToolExecutionRequest.builder()
            .id("1")
            .name("findOrders")
            .arguments("{\"customer\": \"Ada Lovelace\"}")
            .build());
  }
}
