package com.acme.shapes.validators;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Says what is wrong with a call before it is made. */
public final class ToolCallValidator {

  private final Map<String, Set<String>> required = new HashMap<>();

  /** What is wrong. */
  public record Verdict(String text, boolean isError) {

    static Verdict failure(String text) {
      return new Verdict(text, true);
    }
  }

  public void require(String tool, Set<String> names) {
    required.put(tool, names);
  }

  public Verdict execute(String toolName, Map<String, Object> arguments) {
    Set<String> names = required.get(toolName);
    if (names == null) {
      return Verdict.failure("unknown tool " + toolName);
    }
    for (String name : names) {
      if (!arguments.containsKey(name)) {
        return Verdict.failure("missing argument " + name);
      }
    }
    return new Verdict("", false);
  }
}
