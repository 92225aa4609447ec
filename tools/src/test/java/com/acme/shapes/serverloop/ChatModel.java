package com.acme.shapes.serverloop;

import java.util.List;
import java.util.Map;

/** A model. */
public interface ChatModel {

  Answer chat(List<String> messages);

  /** What it answers. */
  record Answer(String text, List<ToolCall> toolCalls) {}

  /** What it calls. */
  record ToolCall(String name, Map<String, Object> arguments) {}
}
