package com.acme.shapes.tworesulttexts;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Estimates what a house is worth. */
public final class Estimator {

  /** A call. */
  public record ToolCall(String toolName, Map<String, Object> toolArguments) {}

  /** A model. */
  public interface Valuer {
    List<ToolCall> chat(List<String> messages);
  }

  private final Valuer valuer;
  private final Map<String, Function<Map<String, Object>, String>> tools;
  private final List<String> log = new ArrayList<>();

  public Estimator(Valuer valuer, Map<String, Function<Map<String, Object>, String>> tools) {
    this.valuer = valuer;
    this.tools = tools;
  }

  public String estimate(String address) {
    List<String> messages = new ArrayList<>(List.of(address));
    List<ToolCall> calls = valuer.chat(messages);
    while (!calls.isEmpty()) {
      for (ToolCall call : calls) {
        ToolOutcome outcome = runTool(call);
        log.add(outcome.logLine());
        messages.add(outcome.content());
      }
      calls = valuer.chat(messages);
    }
    return messages.get(messages.size() - 1);
  }

  private ToolOutcome runTool(ToolCall call) {
    Function<Map<String, Object>, String> tool = tools.get(call.toolName());
    return ToolOutcome.of(
        tool == null ? "No such tool: " + call.toolName() : tool.apply(call.toolArguments()));
  }
}
