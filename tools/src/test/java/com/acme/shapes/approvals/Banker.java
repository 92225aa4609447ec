package com.acme.shapes.approvals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Moves money. */
public final class Banker {

  /** A model. */
  public interface ChatModel {
    Answer chat(List<String> messages);
  }

  /** The answer of the model. */
  public record Answer(String text, List<ToolCall> toolCalls) {}

  /** A tool call of the model. */
  public record ToolCall(String name, Map<String, Object> arguments) {}

  private final ChatModel model;
  private final Approvals approvals = new Approvals();
  private final Map<String, Function<Map<String, Object>, String>> tools = new HashMap<>();

  public Banker(ChatModel model) {
    this.model = model;
  }

  public String serve(String accountId, String wish) {
    List<String> messages = new ArrayList<>(List.of(accountId, wish));
    Answer answer = model.chat(messages);
    while (!answer.toolCalls().isEmpty()) {
      for (ToolCall call : answer.toolCalls()) {
        boolean allowed = approvals.ask(call.name(), call.arguments()).equals("yes");
        messages.add(allowed ? execute(call) : "The customer refused.");
      }
      answer = model.chat(messages);
    }
    return answer.text();
  }

  private String execute(ToolCall call) {
    Function<Map<String, Object>, String> tool = tools.get(call.name());
    return tool == null ? "unknown tool " + call.name() : tool.apply(call.arguments());
  }
}
