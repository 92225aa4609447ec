package com.acme.shapes.bothways;

import java.util.concurrent.CompletableFuture;

/** Answers while its caller waits, or later by one step after the other. */
public final class Engine {

  private final ChatModel model;
  private final Tools tools;

  Engine(ChatModel model, Tools tools) {
    this.model = model;
    this.tools = tools;
  }

  /** Answers a question. */
  public String answer(String question) {
    RunState state = new RunState(question);
    while (true) {
      ChatModel.Answer answer = model.chat(state.messages());
      state.messages().add(answer.text());
      if (answer.toolCalls().isEmpty()) {
        return answer.text();
      }
      for (ChatModel.ToolCall call : answer.toolCalls()) {
        state.messages().add(tools.callTool(call).orElse("unknown tool"));
      }
    }
  }

  /** Answers a question later. */
  public CompletableFuture<String> answerLater(String question) {
    RunState state = new RunState(question);
    return step(state);
  }

  private CompletableFuture<String> step(RunState state) {
    return CompletableFuture.supplyAsync(() -> model.chat(state.messages()))
        .thenCompose(answer -> act(state, answer));
  }

  private CompletableFuture<String> act(RunState state, ChatModel.Answer answer) {
    state.messages().add(answer.text());
    if (answer.toolCalls().isEmpty()) {
      return CompletableFuture.completedFuture(answer.text());
    }
    return CompletableFuture.completedFuture(answer.toolCalls())
        .thenComposeAsync(
            calls -> {
              calls.forEach(
                  call -> state.messages().add(tools.callTool(call).orElse("unknown tool")));
              return step(state);
            });
  }
}
