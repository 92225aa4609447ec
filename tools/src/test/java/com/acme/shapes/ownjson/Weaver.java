package com.acme.shapes.ownjson;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Weaves with tools that take JSON. */
public final class Weaver {

  /** A model. */
  public interface ChatModel {
    Answer chat(List<String> messages);
  }

  /** The answer of the model. */
  public record Answer(String text, List<ToolCall> toolCalls) {}

  /** A tool call of the model. */
  public record ToolCall(String name, JsonObject input) {}

  private final ChatModel model;
  private final Map<String, Function<JsonObject, String>> tools = new HashMap<>();

  public Weaver(ChatModel model) {
    this.model = model;
  }

  public String weave(String wish) {
    List<String> messages = new ArrayList<>(List.of(wish));
    Answer answer = model.chat(messages);
    while (!answer.toolCalls().isEmpty()) {
      for (ToolCall call : answer.toolCalls()) {
        messages.add(callTool(call));
      }
      answer = model.chat(messages);
    }
    return answer.text();
  }

  private String callTool(ToolCall call) {
    Function<JsonObject, String> tool = tools.get(call.name());
    if (tool == null) {
      return "unknown tool " + call.name();
    }
    return tool.apply(call.input());
  }
}
