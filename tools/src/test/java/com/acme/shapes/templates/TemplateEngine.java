package com.acme.shapes.templates;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Renders pages from models, as web frameworks call what a page shows. */
public final class TemplateEngine {

  /** A page. */
  public record Page(String text, int inputLength, int outputLength) {}

  private final Map<String, Function<Map<String, Object>, String>> helpers = new HashMap<>();

  public Page render(List<String> model, String template) {
    StringBuilder text = new StringBuilder();
    for (String line : model) {
      int open = template.indexOf("{{");
      if (open < 0) {
        text.append(line);
      } else {
        text.append(callHelper(template.substring(open + 2), Map.of("this", line)));
      }
    }
    return new Page(text.toString(), template.length(), text.length());
  }

  private String callHelper(String name, Map<String, Object> arguments) {
    Function<Map<String, Object>, String> helper = helpers.get(name);
    if (helper == null) {
      return "unknown helper " + name;
    }
    return helper.apply(arguments);
  }
}
