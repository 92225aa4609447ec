package com.acme.shapes.prompts;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** Renders prompts. */
public final class PromptTemplates {

  private final Map<String, Function<Map<String, Object>, String>> templates = new HashMap<>();

  public String execute(String name, Map<String, Object> arguments) {
    Function<Map<String, Object>, String> template = templates.get(name);
    if (template == null) {
      throw new IllegalArgumentException("unknown template " + name);
    }
    return template.apply(arguments);
  }
}
