package com.acme.shapes.embeddingmodel;

import java.util.List;
import java.util.Map;

/** The same vendor's model that talks. */
public interface ChatModel {

  ChatResponse call(List<String> messages);

  /** The response. */
  record ChatResponse(String text, List<ToolCall> toolCalls, int promptTokens, int totalTokens) {}

  /** A tool call of the model. */
  record ToolCall(String id, String name, Map<String, Object> arguments) {}
}
