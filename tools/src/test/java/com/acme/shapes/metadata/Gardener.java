package com.acme.shapes.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Advises on plants. */
public final class Gardener {

  /** A model. */
  public interface Oracle {
    JsonNode complete(List<String> messages);
  }

  private final Oracle oracle;
  private final Map<String, Function<JsonNode, String>> tools = new HashMap<>();

  public Gardener(Oracle oracle) {
    this.oracle = oracle;
  }

  public String advise(String question) {
    List<String> messages = new ArrayList<>(List.of(question));
    JsonNode message = oracle.complete(messages);
    while (message.path("tool_calls").size() > 0) {
      for (JsonNode call : message.path("tool_calls")) {
        Map<String, Object> metadata = new HashMap<>();
        metadata.put("receivedAt", Instant.now());
        metadata.put("index", messages.size());
        messages.add(
            invoke(
                new ToolInvocation(
                    call.at("/function/name").asText(), call.at("/function/arguments"), metadata)));
      }
      message = oracle.complete(messages);
    }
    return message.path("content").asText();
  }

  private String invoke(ToolInvocation invocation) {
    Function<JsonNode, String> tool = tools.get(invocation.getToolName());
    if (tool == null) {
      return "no such tool: " + invocation.getToolName();
    }
    return tool.apply(invocation.getInput());
  }
}
