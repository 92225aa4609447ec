package com.acme.clinic;

import java.util.Map;

/** A use of a tool that the model asks for. */
final class ToolUse {

  private final String id;
  private final String name;
  private final Map<String, Object> input;

  ToolUse(String id, String name, Map<String, Object> input) {
    this.id = id;
    this.name = name;
    this.input = input;
  }

  String id() {
    return id;
  }

  String name() {
    return name;
  }

  Map<String, Object> input() {
    return input;
  }
}
