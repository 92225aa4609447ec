package com.acme.shop;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.stream.Stream;

/** Asks for the same orders until it is told so often enough that it goes round in circles. */
final class StubbornModel implements ChatModel {

  private final int patience;

  StubbornModel(int patience) {
    this.patience = patience;
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    checkResults(request);
    return ChatResponse.builder()
        .aiMessage(hints(request) < patience ? call() : AiMessage.from("You have no orders."))
        .build();
  }

  /** The providers of models refuse a conversation with a call that has no result. */
  private static void checkResults(ChatRequest request) {
    long calls =
        request.messages().stream()
            .filter(AiMessage.class::isInstance)
            .filter(message -> ((AiMessage) message).hasToolExecutionRequests())
            .count();
    if (calls > results(request).count()) {
      throw new IllegalArgumentException("a call has no result");
    }
  }

  private static Stream<ToolExecutionResultMessage> results(ChatRequest request) {
    return request.messages().stream()
        .filter(ToolExecutionResultMessage.class::isInstance)
        .map(ToolExecutionResultMessage.class::cast);
  }

  private static long hints(ChatRequest request) {
    return results(request).filter(result -> result.text().startsWith("loop-detected")).count();
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
