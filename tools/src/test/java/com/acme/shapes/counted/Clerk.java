package com.acme.shapes.counted;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Works through what the model tells it to do. */
public final class Clerk {

  /** What answers. */
  public interface LanguageModel {
    Reply generate(List<String> messages);
  }

  private final LanguageModel model;
  private final Map<String, UnaryOperator<String>> actions = new HashMap<>();

  public Clerk(LanguageModel model) {
    this.model = model;
  }

  public String serve(String customer, String wish) {
    Deque<String> messages = new ArrayDeque<>(List.of(customer, wish));
    while (true) {
      Reply reply = model.generate(List.copyOf(messages));
      if (reply.getActions().isEmpty()) {
        return reply.getText();
      }
      for (Action action : reply.getActions()) {
        messages.add(perform(action));
      }
    }
  }

  String perform(Action action) {
    UnaryOperator<String> body = actions.get(action.getName());
    if (body == null) {
      return "no such tool: " + action.getName();
    }
    return body.apply(action.getArguments());
  }
}
