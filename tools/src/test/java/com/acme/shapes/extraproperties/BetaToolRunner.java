package com.acme.shapes.extraproperties;

import com.fasterxml.jackson.core.type.TypeReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Runs tools until the model has no more use for them. */
public final class BetaToolRunner {

  /** The messages of the API. */
  public interface MessageService {
    Message create(List<String> messages);
  }

  /** What it creates. */
  public record Message(String id, String text, List<ToolUseBlock> toolUses, String stopReason) {}

  private final MessageService service;
  private final Map<String, Function<Map<String, Object>, String>> tools = new HashMap<>();

  public BetaToolRunner(MessageService service) {
    this.service = service;
  }

  public String runUntilDone(String prompt) {
    List<String> messages = new ArrayList<>(List.of(prompt));
    Message message = service.create(messages);
    while ("tool_use".equals(message.stopReason())) {
      for (ToolUseBlock block : message.toolUses()) {
        messages.add("tool_result " + block.id() + ": " + runTool(block));
      }
      message = service.create(messages);
    }
    return message.text();
  }

  private String runTool(ToolUseBlock block) {
    Function<Map<String, Object>, String> tool = tools.get(block.name());
    if (tool == null) {
      return "Error: Tool '" + block.name() + "' not found";
    }
    return tool.apply(block._input().convert(new TypeReference<>() {}));
  }
}
