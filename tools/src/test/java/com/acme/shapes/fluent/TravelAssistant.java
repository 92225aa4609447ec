package com.acme.shapes.fluent;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** Plans journeys. */
public final class TravelAssistant {

  private final ChatClient client;
  private final Map<String, Function<Map<String, Object>, String>> tools = new HashMap<>();

  public TravelAssistant(ChatClient client) {
    this.client = client;
  }

  public void tool(String name, Function<Map<String, Object>, String> body) {
    tools.put(name, body);
  }

  public String answer(Session session, String question) {
    Response response = client.prompt(session).user(question).call();
    while (!response.toolUses().isEmpty()) {
      for (ToolUse use : response.toolUses()) {
        session.add("tool", invoke(use));
      }
      response = client.prompt(session).temperature(0).call();
    }
    return response.text();
  }

  private String invoke(ToolUse use) {
    Function<Map<String, Object>, String> tool = tools.get(use.name());
    return tool == null ? "Unknown tool: " + use.name() : tool.apply(use.input());
  }
}
