package com.acme.shapes.iterator;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Function;

/** A run of an agent, of which each element is one step: one answer of the model, and its tools. */
public final class AgentRun implements Iterator<String> {

  private final ChatModel model;
  private final Map<String, Function<Map<String, Object>, String>> tools;
  private final List<String> messages = new ArrayList<>();
  private boolean finished;

  AgentRun(
      ChatModel model, Map<String, Function<Map<String, Object>, String>> tools, String question) {
    this.model = model;
    this.tools = tools;
    messages.add(question);
  }

  @Override
  public boolean hasNext() {
    return !finished;
  }

  @Override
  public String next() {
    if (finished) {
      throw new NoSuchElementException();
    }
    ChatModel.Answer answer = model.chat(messages);
    for (ChatModel.ToolCall call : answer.toolCalls()) {
      messages.add(callTool(call));
    }
    finished = answer.toolCalls().isEmpty();
    messages.add(answer.text());
    return answer.text();
  }

  private String callTool(ChatModel.ToolCall call) {
    Function<Map<String, Object>, String> tool = tools.get(call.name());
    if (tool == null) {
      return "unknown tool " + call.name();
    }
    return tool.apply(call.arguments());
  }
}
