package com.acme.shapes.fluent;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A traveller's conversation. */
public final class Session {

  private final String id;
  private final List<Map<String, Object>> messages = new ArrayList<>();

  public Session(String id) {
    this.id = id;
  }

  public String id() {
    return id;
  }

  public List<Map<String, Object>> messages() {
    return messages;
  }

  void add(String role, String text) {
    messages.add(Map.of("role", role, "content", text));
  }
}
