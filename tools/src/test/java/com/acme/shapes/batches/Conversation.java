package com.acme.shapes.batches;

import java.util.ArrayList;
import java.util.List;

/** A conversation. */
public final class Conversation {

  private final String id;
  private final List<String> lines = new ArrayList<>();

  public Conversation(String id) {
    this.id = id;
  }

  public String id() {
    return id;
  }

  public List<String> lines() {
    return lines;
  }

  void append(String role, String text) {
    lines.add(role + ": " + text);
  }

  public void logToolCalls(List<ToolCall> calls) {
    for (ToolCall call : calls) {
      append("assistant", "calls " + call.name() + call.arguments());
    }
  }
}
