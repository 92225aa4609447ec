package com.acme.shapes.catalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Sells flowers. */
public final class Florist {

  /** A model. */
  public interface ChatModel {
    Answer chat(List<String> messages, List<String> functions);
  }

  /** The answer of the model. */
  public record Answer(String text, List<ToolCall> toolCalls) {}

  /** A tool call of the model. */
  public record ToolCall(String name, Map<String, Object> arguments) {}

  private final ChatModel model;
  private final FunctionCatalog catalog = new FunctionCatalog();
  private final Map<String, Map<String, Object>> schemas = new HashMap<>();
  private final Map<String, Function<Map<String, Object>, String>> tools = new HashMap<>();

  public Florist(ChatModel model) {
    this.model = model;
  }

  public String sell(String wish) {
    List<String> messages = new ArrayList<>(List.of(wish));
    while (true) {
      List<String> functions = new ArrayList<>();
      for (Map.Entry<String, Map<String, Object>> schema : schemas.entrySet()) {
        functions.add(catalog.toolDefinition(schema.getKey(), schema.getValue()));
      }
      Answer answer = model.chat(messages, functions);
      if (answer.toolCalls().isEmpty()) {
        return answer.text();
      }
      for (ToolCall call : answer.toolCalls()) {
        messages.add(callTool(call));
      }
    }
  }

  private String callTool(ToolCall call) {
    Function<Map<String, Object>, String> tool = tools.get(call.name());
    return tool == null ? "unknown tool " + call.name() : tool.apply(call.arguments());
  }
}
