package com.acme.shapes.catalog;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** Describes functions to the model. */
public final class FunctionCatalog {

  private final Map<String, Function<Map<String, Object>, String>> writers = new HashMap<>();

  public String toolDefinition(String name, Map<String, Object> parameters) {
    Function<Map<String, Object>, String> writer = writers.get(name);
    if (writer == null) {
      return "{\"name\":\"" + name + "\",\"parameters\":" + parameters + "}";
    }
    return writer.apply(parameters);
  }
}
