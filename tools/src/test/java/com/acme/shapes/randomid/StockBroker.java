package com.acme.shapes.randomid;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Watches prices. */
public final class StockBroker {

  /** A call. */
  public record ToolCall(String name, Map<String, Object> arguments) {}

  /** A model. */
  public interface ChatModel {
    Reply chat(List<String> messages);
  }

  /** Its reply. */
  public record Reply(String text, List<ToolCall> toolCalls) {}

  private final ChatModel model;
  private final Map<String, Function<Map<String, Object>, String>> tools = new HashMap<>();

  public StockBroker(ChatModel model) {
    this.model = model;
  }

  public String ask(String question) {
    List<String> messages = new ArrayList<>(List.of(question));
    Reply reply = model.chat(messages);
    while (!reply.toolCalls().isEmpty()) {
      for (ToolCall call : reply.toolCalls()) {
        ToolExecution execution = execute(call);
        messages.add(execution.text() + " (took " + execution.nanos() + " ns)");
      }
      reply = model.chat(messages);
    }
    return reply.text();
  }

  private ToolExecution execute(ToolCall call) {
    long start = System.nanoTime();
    Function<Map<String, Object>, String> tool = tools.get(call.name());
    String text = tool == null ? "unknown tool " + call.name() : tool.apply(call.arguments());
    return new ToolExecution(System.nanoTime() - start, text);
  }
}
