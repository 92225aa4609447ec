package com.acme.shapes.stepper;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** One errand of one user, which whoever runs it takes a step further at a time. */
public final class Errand {

  /** A model. */
  public interface ChatModel {
    Answer chat(List<String> messages);
  }

  /** The answer of the model. */
  public record Answer(String text, List<ToolCall> toolCalls) {}

  /** A tool call of the model. */
  public record ToolCall(String name, Map<String, Object> arguments) {}

  private final ChatModel model;
  private final Map<String, Function<Map<String, Object>, String>> tools;
  private final List<String> messages = new ArrayList<>();

  public Errand(
      ChatModel model, Map<String, Function<Map<String, Object>, String>> tools, String wish) {
    this.model = model;
    this.tools = tools;
    messages.add(wish);
  }

  /** Returns the answer; {@code null} where another step is needed. */
  public String step() {
    Answer answer = model.chat(List.copyOf(messages));
    for (ToolCall call : answer.toolCalls()) {
      messages.add(callTool(call));
    }
    return answer.toolCalls().isEmpty() ? answer.text() : null;
  }

  private String callTool(ToolCall call) {
    Function<Map<String, Object>, String> tool = tools.get(call.name());
    if (tool == null) {
      return "unknown tool " + call.name();
    }
    return tool.apply(call.arguments());
  }
}
