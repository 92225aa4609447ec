package com.acme.shapes.scopes;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/** What is called on this thread, from its beginning to its end. */
public final class ToolScope implements AutoCloseable {

  private static final ThreadLocal<Deque<ToolScope>> OPEN =
      ThreadLocal.withInitial(ArrayDeque::new);

  private final String toolName;
  private final Map<String, Object> arguments;

  private ToolScope(String toolName, Map<String, Object> arguments) {
    this.toolName = toolName;
    this.arguments = arguments;
  }

  public static ToolScope enter(String toolName, Map<String, Object> arguments) {
    ToolScope scope = new ToolScope(toolName, arguments);
    OPEN.get().push(scope);
    return scope;
  }

  @Override
  public String toString() {
    return toolName + arguments;
  }

  @Override
  public void close() {
    OPEN.get().pop();
  }
}
