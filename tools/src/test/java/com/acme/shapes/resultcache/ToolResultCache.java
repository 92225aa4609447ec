package com.acme.shapes.resultcache;

import java.util.LinkedHashMap;
import java.util.Map;

/** Results of calls that were made before. */
public final class ToolResultCache {

  private final Map<String, Map<Map<String, Object>, String>> results = new LinkedHashMap<>();

  public String lookup(String toolName, Map<String, Object> arguments) {
    Map<Map<String, Object>, String> ofTool = results.get(toolName);
    if (ofTool == null) {
      return null;
    }
    return ofTool.get(arguments);
  }

  public String store(String toolName, Map<String, Object> arguments, String result) {
    results.computeIfAbsent(toolName, name -> new LinkedHashMap<>()).put(arguments, result);
    return result;
  }
}
