package com.acme.shapes.reflection;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Beans whose methods are tools. */
public final class ToolBeans {

  private final Map<String, Object> beans = new HashMap<>();

  public void start() {
    for (Object bean : beans.values()) {
      Reflections.invoke(bean, "start");
    }
  }

  public void stop() {
    for (Object bean : beans.values()) {
      Reflections.invoke(bean, "stop");
    }
  }

  public String callTool(String toolName, Map<String, Object> arguments) {
    Object bean = beans.get(toolName);
    if (bean == null) {
      return "unknown tool " + toolName;
    }
    List<Object> values = new ArrayList<>(arguments.values());
    return String.valueOf(Reflections.invoke(bean, toolName, values.toArray()));
  }
}
