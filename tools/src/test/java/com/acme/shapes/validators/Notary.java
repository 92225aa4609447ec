package com.acme.shapes.validators;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Certifies documents. */
public final class Notary {

  /** A model. */
  public interface ChatModel {
    Answer chat(List<String> messages);
  }

  /** The answer of the model. */
  public record Answer(String text, List<ToolCall> toolCalls) {}

  /** A tool call of the model. */
  public record ToolCall(String name, Map<String, Object> arguments) {}

  private final ChatModel model;
  private final ToolCallValidator validator = new ToolCallValidator();
  private final Map<String, Function<Map<String, Object>, String>> tools = new HashMap<>();

  public Notary(ChatModel model) {
    this.model = model;
  }

  public String certify(String document) {
    List<String> messages = new ArrayList<>(List.of(document));
    Answer answer = model.chat(messages);
    while (!answer.toolCalls().isEmpty()) {
      for (ToolCall call : answer.toolCalls()) {
        ToolCallValidator.Verdict verdict = validator.execute(call.name(), call.arguments());
        messages.add(verdict.isError() ? verdict.text() : call(call));
      }
      answer = model.chat(messages);
    }
    return answer.text();
  }

  private String call(ToolCall call) {
    Function<Map<String, Object>, String> tool = tools.get(call.name());
    return tool == null ? "nothing to call" : tool.apply(call.arguments());
  }
}
