package com.acme.shapes.cachedarguments;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;

/** A call whose arguments are parsed when they are first asked for. */
public final class ToolCall {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final String id;
  private final String name;
  private final String json;
  private Map<String, Object> arguments;

  public ToolCall(String id, String name, String json) {
    this.id = id;
    this.name = name;
    this.json = json;
  }

  public String id() {
    return id;
  }

  public String name() {
    return name;
  }

  public Map<String, Object> arguments() {
    if (arguments == null) {
      try {
        arguments = JSON.readValue(json, new TypeReference<>() {});
      } catch (JsonProcessingException e) {
        throw new IllegalArgumentException("arguments of " + name + " are no JSON", e);
      }
    }
    return arguments;
  }

  public String json() {
    return json;
  }
}
