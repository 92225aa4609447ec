package com.acme.shapes.prompts;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Writes poems. */
public final class Poet {

  /** A model. */
  public interface ChatModel {
    Answer chat(List<String> messages);
  }

  /** The answer of the model. */
  public record Answer(String text, List<ToolCall> toolCalls) {}

  /** A tool call of the model. */
  public record ToolCall(String name, Map<String, Object> arguments) {}

  private final ChatModel model;
  private final PromptTemplates templates = new PromptTemplates();
  private final Map<String, Function<Map<String, Object>, String>> tools = new HashMap<>();

  public Poet(ChatModel model) {
    this.model = model;
  }

  public String compose(String theme) {
    List<String> messages = new ArrayList<>();
    while (true) {
      messages.add(templates.execute("reminder", Map.of("theme", theme)));
      Answer answer = model.chat(messages);
      if (answer.toolCalls().isEmpty()) {
        return answer.text();
      }
      for (ToolCall call : answer.toolCalls()) {
        messages.add(runTool(call));
      }
    }
  }

  private String runTool(ToolCall call) {
    Function<Map<String, Object>, String> tool = tools.get(call.name());
    return tool == null ? "unknown tool " + call.name() : tool.apply(call.arguments());
  }
}
