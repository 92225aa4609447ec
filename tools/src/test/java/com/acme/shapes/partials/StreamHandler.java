package com.acme.shapes.partials;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Is handed what the model says, piece by piece, on the threads of the client. */
public final class StreamHandler {

  /** A piece. */
  public record Chunk(String text, int outputTokens, String conversationId) {}

  /** All of it. */
  public record Response(
      String text,
      List<ToolCall> toolCalls,
      int inputTokens,
      int outputTokens,
      String conversationId) {}

  /** A call. */
  public record ToolCall(String name, String arguments) {}

  private final StreamingModel model;
  private final List<String> messages = new ArrayList<>();
  private final StringBuilder shown = new StringBuilder();
  private final Map<String, UnaryOperator<String>> tools = new HashMap<>();

  public StreamHandler(StreamingModel model) {
    this.model = model;
  }

  public String onPartialResponse(Chunk chunk) {
    shown.append(chunk.text());
    return shown.toString();
  }

  public void onCompleteResponse(Response response) {
    for (ToolCall call : response.toolCalls()) {
      messages.add(execute(call));
    }
    if (!response.toolCalls().isEmpty()) {
      model.stream(messages, this);
    }
  }

  private String execute(ToolCall call) {
    UnaryOperator<String> tool = tools.get(call.name());
    return tool == null ? "unknown tool " + call.name() : tool.apply(call.arguments());
  }
}
