package com.acme.shapes.wrongname;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Finds faults of cars. */
public final class Mechanic {

  /** A model. */
  public interface Model {
    Reply chat(List<String> messages);
  }

  /** What it replies. */
  public record Reply(String text, List<ToolCall> calls) {}

  private final Model model;
  private final Map<String, UnaryOperator<String>> tools = new LinkedHashMap<>();
  private final Map<String, String> answered = new LinkedHashMap<>();

  public Mechanic(Model model) {
    this.model = model;
  }

  public String diagnose(String symptoms) {
    List<String> messages = new ArrayList<>(List.of(symptoms));
    while (true) {
      Reply reply = model.chat(messages);
      if (reply.calls().isEmpty()) {
        return reply.text();
      }
      for (ToolCall call : reply.calls()) {
        messages.add(handle(call));
      }
    }
  }

  private String handle(ToolCall call) {
    String earlier = answered.get(call.id());
    if (earlier != null) {
      return earlier;
    }
    if (!call.type().equals("function")) {
      return "cannot call a " + call.type();
    }
    UnaryOperator<String> tool = tools.get(call.callee());
    String answer = tool == null ? "unknown tool " + call.callee() : tool.apply(call.arguments());
    answered.put(call.id(), answer);
    return answer;
  }
}
