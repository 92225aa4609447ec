package com.acme.shapes.sharedstate;

import java.util.List;
import java.util.Map;

/** A model. */
public interface ChatModel {

  Answer chat(List<String> messages);

  /** The answer of the model. */
  record Answer(String text, List<ToolCall> toolCalls) {}

  /** A tool call of the model. */
  record ToolCall(String name, Map<String, Object> arguments) {}
}
