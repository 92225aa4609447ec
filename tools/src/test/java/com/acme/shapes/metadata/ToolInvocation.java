package com.acme.shapes.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** A tool to be invoked, with what the framework notes about it. */
public final class ToolInvocation {

  private final String toolName;
  private final JsonNode input;
  private final Map<String, Object> metadata;

  public ToolInvocation(String toolName, JsonNode input, Map<String, Object> metadata) {
    this.toolName = toolName;
    this.input = input;
    this.metadata = metadata;
  }

  public String getToolName() {
    return toolName;
  }

  public JsonNode getInput() {
    return input;
  }

  public Map<String, Object> getMetadata() {
    return metadata;
  }
}
