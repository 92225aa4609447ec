package com.acme.shapes.registries;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Looks after pictures. */
public final class Curator {

  /** A model. */
  public interface ChatModel {
    Answer chat(List<String> messages);
  }

  /** The answer of the model. */
  public record Answer(String text, List<ToolCall> toolCalls) {}

  /** A tool call of the model. */
  public record ToolCall(String name, Map<String, Object> arguments) {}

  private final ChatModel model;
  private final ToolRegistry registry;

  public Curator(ChatModel model, ToolRegistry registry) {
    this.model = model;
    this.registry = registry;
  }

  public String curate(String exhibition) {
    List<String> messages = new ArrayList<>(List.of(exhibition));
    Answer answer = model.chat(messages);
    while (!answer.toolCalls().isEmpty()) {
      for (ToolCall call : answer.toolCalls()) {
        messages.add(invokeTool(call));
      }
      answer = model.chat(messages);
    }
    return answer.text();
  }

  private String invokeTool(ToolCall call) {
    ToolRegistry.BoundTool tool = registry.resolve(call.name(), call.arguments());
    return tool.body().apply(tool.defaults());
  }
}
