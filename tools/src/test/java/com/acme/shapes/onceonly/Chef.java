package com.acme.shapes.onceonly;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Cooks with what is in the fridge. */
public final class Chef {

  /** A model. */
  public interface ChatModel {
    Queue<Invocation> generate(List<String> messages);
  }

  private final ChatModel model;
  private final Map<String, Function<Map<String, Object>, String>> functions = new HashMap<>();

  public Chef(ChatModel model) {
    this.model = model;
  }

  public String cook(String wish) {
    List<String> messages = new ArrayList<>(List.of(wish));
    Queue<Invocation> invocations = new ArrayDeque<>(model.generate(messages));
    while (!invocations.isEmpty()) {
      messages.add(callFunction(invocations.remove()));
      if (invocations.isEmpty()) {
        invocations.addAll(model.generate(messages));
      }
    }
    return messages.get(messages.size() - 1);
  }

  private String callFunction(Invocation invocation) {
    Function<Map<String, Object>, String> function = functions.get(invocation.function());
    if (function == null) {
      return "unknown function " + invocation.function();
    }
    return function.apply(
        invocation.parameters().collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
  }
}
