package com.acme.shapes.failurekinds;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Looks after animals. */
public final class Zookeeper {

  /** A call. */
  public record ToolCall(String id, String tool, String arguments) {}

  /** A model. */
  public interface ChatModel {
    Answer chat(List<Object> messages);
  }

  /** Its answer. */
  public record Answer(String text, List<ToolCall> toolCalls, int inputTokens, int outputTokens) {}

  private final ChatModel model;
  private final Map<String, Function<Arguments, String>> tools;

  public Zookeeper(ChatModel model, Map<String, Function<Arguments, String>> tools) {
    this.model = model;
    this.tools = tools;
  }

  public String ask(String question) {
    List<Object> messages = new ArrayList<>(List.of(question));
    while (true) {
      Answer answer = model.chat(messages);
      if (answer.toolCalls().isEmpty()) {
        return answer.text();
      }
      for (ToolCall call : answer.toolCalls()) {
        messages.add(executeTool(call));
      }
    }
  }

  private ToolResult executeTool(ToolCall call) {
    String id = call.id();
    Arguments arguments;
    try {
      arguments = Arguments.parse(call.arguments());
    } catch (IllegalArgumentException e) {
      Kind kind = new Kind.ValidationError(e);
      return new ToolResult(
          id, call.tool(), new Arguments(Map.of()), null, "Cannot be parsed: " + e, kind, null);
    }
    Function<Arguments, String> tool = tools.get(call.tool());
    if (tool == null) {
      return new ToolResult(
          id, call.tool(), arguments, null, "Unknown tool", new Kind.Failure(null), null);
    }
    return new ToolResult(
        id, call.tool(), arguments, null, tool.apply(arguments), new Kind.Success(), null);
  }
}
