package com.acme.shapes.iterator;

import java.util.Map;
import java.util.function.Function;

/** Makes runs, which whoever asked for them steps through, on whatever threads. */
public final class Agents {

  private final ChatModel model;
  private final Map<String, Function<Map<String, Object>, String>> tools;

  public Agents(ChatModel model, Map<String, Function<Map<String, Object>, String>> tools) {
    this.model = model;
    this.tools = tools;
  }

  public AgentRun start(String question) {
    return new AgentRun(model, tools, question);
  }
}
