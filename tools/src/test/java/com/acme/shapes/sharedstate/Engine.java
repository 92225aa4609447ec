package com.acme.shapes.sharedstate;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Does one step after the other with what the user said, now and in all questions before. */
public final class Engine {

  private final Map<String, UserState> users = new ConcurrentHashMap<>();
  private final ChatModel model;
  private final Tools tools;

  Engine(ChatModel model, Tools tools) {
    this.model = model;
    this.tools = tools;
  }

  /** Answers a user's question. */
  public CompletableFuture<String> answer(String user, String question) {
    UserState state = users.computeIfAbsent(user, each -> new UserState());
    state.messages().add(question);
    return step(state);
  }

  /** Says hello to somebody who is not known. */
  public CompletableFuture<String> greet() {
    return step(new UserState());
  }

  private CompletableFuture<String> step(UserState state) {
    return CompletableFuture.supplyAsync(() -> model.chat(state.messages()))
        .thenCompose(answer -> act(state, answer));
  }

  private CompletableFuture<String> act(UserState state, ChatModel.Answer answer) {
    state.messages().add(answer.text());
    if (answer.toolCalls().isEmpty()) {
      return CompletableFuture.completedFuture(answer.text());
    }
    answer.toolCalls().forEach(call -> state.messages().add(tools.callTool(call)));
    return step(state);
  }
}
