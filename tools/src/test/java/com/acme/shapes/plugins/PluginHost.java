package com.acme.shapes.plugins;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Calls methods of plug-ins by reflection, as their menu entries say. */
public final class PluginHost {

  /** An entry of a menu. */
  public record MenuEntry(String name, Map<String, Object> arguments) {}

  private final Map<String, Object> plugins = new HashMap<>();

  public void open(List<MenuEntry> entries) throws IllegalAccessException {
    for (MenuEntry entry : entries) {
      invoke(entry.name(), entry.arguments());
    }
  }

  private Object invoke(String name, Map<String, Object> arguments) throws IllegalAccessException {
    Object plugin = plugins.get(name);
    if (plugin == null) {
      return "unknown plug-in " + name;
    }
    try {
      Method method = plugin.getClass().getMethod("run", Map.class);
      return method.invoke(plugin, arguments);
    } catch (NoSuchMethodException | InvocationTargetException e) {
      return e.toString();
    }
  }
}
