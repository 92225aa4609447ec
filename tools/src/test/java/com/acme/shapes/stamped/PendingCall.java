package com.acme.shapes.stamped;

import java.util.LinkedHashMap;
import java.util.Map;

/** A call that hands its arguments out with a deadline, another one each time. */
public final class PendingCall {

  private final String tool;
  private final Map<String, Object> input;

  public PendingCall(String tool, Map<String, Object> input) {
    this.tool = tool;
    this.input = input;
  }

  public String tool() {
    return tool;
  }

  public Map<String, Object> arguments() {
    Map<String, Object> arguments = new LinkedHashMap<>(input);
    arguments.put("deadline", System.currentTimeMillis() + 30_000);
    return arguments;
  }

  Map<String, Object> input() {
    return input;
  }
}
