package com.acme.shapes.approvals;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;

/** Asks a person before a tool is called. */
public final class Approvals {

  private final Map<String, BiFunction<String, Map<String, Object>, String>> askers =
      new HashMap<>();

  public String ask(String toolName, Map<String, Object> arguments) {
    BiFunction<String, Map<String, Object>, String> asker = askers.get(toolName);
    if (asker == null) {
      return "yes";
    }
    String answer;
    do {
      answer = asker.apply("May I call " + toolName + "?", arguments);
    } while (!answer.equals("yes") && !answer.equals("no"));
    return answer;
  }
}
