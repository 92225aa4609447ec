package com.acme.shapes.listeners;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Tells all listeners. */
final class ToolListeners implements ToolListener {

  private final List<ToolListener> listeners = new CopyOnWriteArrayList<>();

  void add(ToolListener listener) {
    listeners.add(listener);
  }

  @Override
  public void beforeToolCall(String toolName, Map<String, Object> arguments) {
    for (ToolListener listener : listeners) {
      listener.beforeToolCall(toolName, arguments);
    }
  }

  @Override
  public String onToolExecuted(String toolName, Map<String, Object> arguments, String result) {
    String changed = result;
    for (ToolListener listener : listeners) {
      changed = listener.onToolExecuted(toolName, arguments, changed);
    }
    return changed;
  }
}
