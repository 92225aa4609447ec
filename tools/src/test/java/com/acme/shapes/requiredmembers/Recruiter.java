package com.acme.shapes.requiredmembers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Looks for candidates. */
public final class Recruiter {

  /** A call. */
  public record ToolCall(String id, String name, String arguments) {}

  /** A model. */
  public interface ChatModel {
    AssistantMessage chat(List<Object> messages);
  }

  /** Its message. */
  public record AssistantMessage(String content, List<ToolCall> toolCalls) {}

  private final ChatModel model;
  private final Map<String, UnaryOperator<String>> tools;

  public Recruiter(ChatModel model, Map<String, UnaryOperator<String>> tools) {
    this.model = model;
    this.tools = tools;
  }

  public String recruit(String vacancy) {
    List<Object> messages = new ArrayList<>(List.of(vacancy));
    while (true) {
      AssistantMessage message = model.chat(messages);
      messages.add(message);
      if (message.toolCalls().isEmpty()) {
        return message.content();
      }
      for (ToolCall call : message.toolCalls()) {
        messages.add(dispatchToolCall(call));
      }
    }
  }

  private ToolMessage dispatchToolCall(ToolCall call) {
    ToolMessage.Builder result = ToolMessage.builder().toolCallId(call.id()).toolName(call.name());
    UnaryOperator<String> tool = tools.get(call.name());
    if (tool == null) {
      return result.content("No tool named " + call.name()).build();
    }
    return result.content(tool.apply(call.arguments())).build();
  }
}
