package com.acme.shapes.stepworker;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Function;

/** Takes the errands of all users a step further, in turn. */
public final class Worker {

  /** A model. */
  public interface ChatModel {
    Answer chat(List<String> messages);
  }

  /** The answer of the model. */
  public record Answer(String text, List<ToolCall> toolCalls) {}

  /** A tool call of the model. */
  public record ToolCall(String name, Map<String, Object> arguments) {}

  private final ChatModel model;
  private final Queue<List<String>> errands;
  private final Map<String, Function<Map<String, Object>, String>> tools;
  private final List<String> log = new ArrayList<>();

  public Worker(
      ChatModel model,
      Queue<List<String>> errands,
      Map<String, Function<Map<String, Object>, String>> tools) {
    this.model = model;
    this.errands = errands;
    this.tools = tools;
  }

  public void step() {
    List<String> messages = errands.remove();
    Answer answer = model.chat(messages);
    for (ToolCall call : answer.toolCalls()) {
      log.add(call.name());
      messages.add(callTool(call));
    }
    if (!answer.toolCalls().isEmpty()) {
      errands.add(messages);
    }
  }

  private String callTool(ToolCall call) {
    Function<Map<String, Object>, String> tool = tools.get(call.name());
    if (tool == null) {
      return "unknown tool " + call.name();
    }
    return tool.apply(call.arguments());
  }
}
