package com.acme.shapes.wrappedtexts;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Tells of ships; before each call a hook is asked, whose event holds the model's response. */
public final class Harbour {

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
  private final ModelHooks hooks;
  private final Map<String, Function<String, FunctionResult<String>>> functions;

  public Harbour(
      ChatModel model,
      ModelHooks hooks,
      Map<String, Function<String, FunctionResult<String>>> functions) {
    this.model = model;
    this.hooks = hooks;
    this.functions = functions;
  }

  public String ask(String question) {
    List<Object> messages = new ArrayList<>(List.of(question));
    while (true) {
      Completion completion = model.complete(messages);
      hooks.execute(new ModelHooks.ResponseEvent(completion));
      if (completion.toolCalls().isEmpty()) {
        return completion.text();
      }
      for (ToolCall call : completion.toolCalls()) {
        messages.add(call.id() + invokeFunction(call).join().get());
      }
    }
  }

  private CompletableFuture<FunctionResult<String>> invokeFunction(ToolCall call) {
    ToolCall allowed =
        ((ModelHooks.CallEvent) hooks.execute(new ModelHooks.CallEvent(call))).call();
    Function<String, FunctionResult<String>> function = functions.get(allowed.name());
    if (function == null) {
      throw new IllegalArgumentException("Unknown function: " + allowed.name());
    }
    return CompletableFuture.completedFuture(function.apply(allowed.arguments()));
  }
}
