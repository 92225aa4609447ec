package com.acme.shapes.resultid;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Translates with a glossary. */
public final class Translator {

  /** A model. */
  public interface Messages {
    Message create(List<Object> conversation);
  }

  /** Its message. */
  public record Message(String text, List<ToolUse> toolUses, int inputTokens, int outputTokens) {}

  private final Messages messages;
  private final Map<String, Function<Map<String, Object>, String>> tools = new HashMap<>();

  public Translator(Messages messages) {
    this.messages = messages;
  }

  public String translate(String text) {
    List<Object> conversation = new ArrayList<>(List.of(text));
    Message message = messages.create(conversation);
    while (!message.toolUses().isEmpty()) {
      for (ToolUse use : message.toolUses()) {
        conversation.add(executeTool(use));
      }
      message = messages.create(conversation);
    }
    return message.text();
  }

  private ToolResultMessage executeTool(ToolUse use) {
    Function<Map<String, Object>, String> tool = tools.get(use.name());
    if (tool == null) {
      return ToolResultMessage.error(use.id(), "Unknown tool: " + use.name());
    }
    try {
      return ToolResultMessage.success(use.id(), tool.apply(use.input()));
    } catch (RuntimeException e) {
      return ToolResultMessage.error(use.id(), String.valueOf(e.getMessage()));
    }
  }
}
