package com.acme.shapes.descriptor;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Tools with their descriptors. */
public final class Toolbox {

  private final Map<String, ToolDescriptor> descriptors = new LinkedHashMap<>();
  private final Map<String, Function<Map<String, Object>, String>> bodies = new LinkedHashMap<>();

  public void add(ToolDescriptor descriptor, Function<Map<String, Object>, String> body) {
    descriptors.put(descriptor.name(), descriptor);
    bodies.put(descriptor.name(), body);
  }

  public List<ToolDescriptor> descriptors() {
    return List.copyOf(descriptors.values());
  }

  ToolDescriptor descriptor(String name) {
    return descriptors.getOrDefault(
        name, new ToolDescriptor(name, "unknown", Map.of(), Map.of(), Map.of()));
  }

  public String execute(ToolDescriptor descriptor, Map<String, Object> input) {
    Function<Map<String, Object>, String> body = bodies.get(descriptor.name());
    if (body == null) {
      return "Unknown tool '" + descriptor.name() + "'";
    }
    for (String required : descriptor.schema().keySet()) {
      if (!input.containsKey(required)) {
        return "Missing argument '" + required + "'";
      }
    }
    return body.apply(input);
  }
}
