package com.acme.shapes.numbers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Counts ships: a number is wanted, and no text can be one. */
public final class Counter {

  /** A call. */
  public record ToolCall(String id, String name, String arguments) {}

  /** A model. */
  public interface ChatModel {
    Completion complete(List<Object> messages);
  }

  /** Its response. */
  public record Completion(
      String text, List<ToolCall> toolCalls, int promptTokens, int completionTokens) {}

  private final ChatModel model;
  private final Map<String, Function<String, FunctionResult<Integer>>> functions;

  public Counter(
      ChatModel model, Map<String, Function<String, FunctionResult<Integer>>> functions) {
    this.model = model;
    this.functions = functions;
  }

  public String ask(String question) {
    List<Object> messages = new ArrayList<>(List.of(question));
    while (true) {
      Completion completion = model.complete(messages);
      if (completion.toolCalls().isEmpty()) {
        return completion.text();
      }
      for (ToolCall call : completion.toolCalls()) {
        messages.add(call.id() + invokeFunction(call).join().get());
      }
    }
  }

  private CompletableFuture<FunctionResult<Integer>> invokeFunction(ToolCall call) {
    Function<String, FunctionResult<Integer>> function = functions.get(call.name());
    if (function == null) {
      throw new IllegalArgumentException("Unknown function: " + call.name());
    }
    return CompletableFuture.completedFuture(function.apply(call.arguments()));
  }
}
