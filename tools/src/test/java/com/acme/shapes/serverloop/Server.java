package com.acme.shapes.serverloop;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/** One object that answers all users, each by steps that follow each other. */
public final class Server {

  private final ChatModel model;
  private final Tools tools;

  private Server(ChatModel model, Tools tools) {
    this.model = model;
    this.tools = tools;
  }

  /** Serves whoever comes. */
  public static void serve(
      ChatModel model,
      Tools tools,
      Consumer<Function<String, CompletableFuture<String>>> listener) {
    new Server(model, tools).listen(listener);
  }

  private void listen(Consumer<Function<String, CompletableFuture<String>>> listener) {
    listener.accept(question -> step(new ArrayList<>(List.of(question))));
  }

  private CompletableFuture<String> step(List<String> messages) {
    ChatModel.Answer answer = model.chat(messages);
    if (answer.toolCalls().isEmpty()) {
      return CompletableFuture.completedFuture(answer.text());
    }
    answer.toolCalls().forEach(call -> messages.add(tools.callTool(call)));
    return CompletableFuture.completedFuture(messages).thenCompose(this::step);
  }
}
