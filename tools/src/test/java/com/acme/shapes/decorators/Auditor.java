package com.acme.shapes.decorators;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Audits books with tools that are audited themselves. */
public final class Auditor {

  /** A model. */
  public interface ChatModel {
    Answer chat(List<String> messages);
  }

  /** The answer of the model. */
  public record Answer(String text, List<ToolCall> toolCalls) {}

  /** A tool call of the model. */
  public record ToolCall(String name, String arguments) {}

  private final ChatModel model;
  private final Map<String, ToolCallback> tools = new LinkedHashMap<>();
  private final List<String> audit = new ArrayList<>();

  public Auditor(ChatModel model) {
    this.model = model;
  }

  public void tool(String name, UnaryOperator<String> function) {
    tools.put(name, new AuditedTool(new FunctionTool(name, function), audit));
  }

  public String audit(String company) {
    List<String> messages = new ArrayList<>(List.of(company));
    Answer answer = model.chat(messages);
    while (!answer.toolCalls().isEmpty()) {
      for (ToolCall call : answer.toolCalls()) {
        messages.add(executeToolCall(call));
      }
      answer = model.chat(messages);
    }
    return answer.text();
  }

  private String executeToolCall(ToolCall call) {
    ToolCallback tool = tools.get(call.name());
    if (tool == null) {
      return "No ToolCallback found for tool name: " + call.name();
    }
    return tool.call(call.arguments());
  }
}
