package com.acme.shapes.listeners;

import java.util.Map;

/** Is told of calls. */
public interface ToolListener {

  void beforeToolCall(String toolName, Map<String, Object> arguments);

  String onToolExecuted(String toolName, Map<String, Object> arguments, String result);
}
