package com.acme.shapes.recursion;

import java.util.concurrent.CompletableFuture;

/** Does one step after the other, each when the one before is done, with what the run knows. */
public final class Engine {

  private final ChatModel model;
  private final Tools tools;

  Engine(ChatModel model, Tools tools) {
    this.model = model;
    this.tools = tools;
  }

  /** Answers a question. */
  public CompletableFuture<String> answer(String question) {
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
    answer.toolCalls().forEach(call -> state.messages().add(tools.callTool(call)));
    return step(state);
  }
}
