package com.acme.shapes.codecs;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Writes letters. */
public final class Secretary {

  /** A model that takes and gives JSON. */
  public interface ChatEndpoint {
    String post(List<String> messages);
  }

  private final ChatEndpoint endpoint;
  private final ToolCallCodec codec = new ToolCallCodec();
  private final Map<String, UnaryOperator<String>> tools = new HashMap<>();

  public Secretary(ChatEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  public String write(String letter) throws JsonProcessingException {
    List<String> messages = new ArrayList<>(List.of(letter));
    messages.add(codec.toolCall("read_letterhead", Map.of()));
    String message = endpoint.post(messages);
    List<ToolCall> calls = codec.parse(message);
    while (!calls.isEmpty()) {
      for (ToolCall call : calls) {
        messages.add(codec.encode(call));
        messages.add(perform(call));
      }
      message = endpoint.post(messages);
      calls = codec.parse(message);
    }
    return message;
  }

  private String perform(ToolCall call) {
    UnaryOperator<String> tool = tools.get(call.name());
    return tool == null ? "unknown tool " + call.name() : tool.apply(call.arguments());
  }
}
