package com.acme.shapes.lazy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Asks patients, looks up records, and tells how urgent it is. */
public final class Triage {

  private final CompletionService model;
  private final Map<String, Function<Map<String, String>, String>> tools;

  public Triage(CompletionService model, Map<String, Function<Map<String, String>, String>> tools) {
    this.model = model;
    this.tools = tools;
  }

  public String chat(String patientId, String complaint) throws IOException {
    List<String> messages = new ArrayList<>(List.of("patient " + patientId, complaint));
    String text = model.complete(messages).getText();
    while (text.startsWith("tool:")) {
      String[] parts = text.substring(5).split("\\?", 2);
      messages.add(callTool(parts[0], Map.of("query", parts[1])));
      text = model.complete(messages).getText();
    }
    return text;
  }

  String callTool(String name, Map<String, String> arguments) {
    Function<Map<String, String>, String> tool = tools.get(name);
    if (tool == null) {
      throw new IllegalArgumentException("unknown tool " + name);
    }
    return tool.apply(arguments);
  }
}
