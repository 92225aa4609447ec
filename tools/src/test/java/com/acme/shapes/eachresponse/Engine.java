package com.acme.shapes.eachresponse;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Handles each response of the model with an object of its own, call by call. */
public final class Engine {

  private final ChatModel model;
  private final Tools tools;

  Engine(ChatModel model, Tools tools) {
    this.model = model;
    this.tools = tools;
  }

  /** Answers a question. */
  public CompletableFuture<String> answer(String question) {
    return ask(List.of(question));
  }

  private CompletableFuture<String> ask(List<String> messages) {
    ChatModel.Answer answer = model.chat(messages);
    return answer.toolCalls().isEmpty()
        ? CompletableFuture.completedFuture(answer.text())
        : act(new PendingCalls(messages, answer.toolCalls()));
  }

  private CompletableFuture<String> act(PendingCalls calls) {
    if (calls.isDone()) {
      return ask(calls.messages());
    }
    calls.add(tools.callTool(calls.next()));
    return CompletableFuture.completedFuture(calls).thenCompose(next -> act(calls));
  }

  /** The calls of one response. */
  static final class PendingCalls {

    private final List<String> messages;
    private final List<ChatModel.ToolCall> calls;
    private int done;

    PendingCalls(List<String> messages, List<ChatModel.ToolCall> calls) {
      this.messages = new ArrayList<>(messages);
      this.calls = calls;
    }

    boolean isDone() {
      return done == calls.size();
    }

    ChatModel.ToolCall next() {
      return calls.get(done++);
    }

    void add(String result) {
      messages.add(result);
    }

    List<String> messages() {
      return messages;
    }
  }
}
