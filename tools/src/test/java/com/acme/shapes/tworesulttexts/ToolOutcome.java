package com.acme.shapes.tworesulttexts;

import java.util.Map;
import java.util.UUID;

/** An outcome with a text for the model, a line for the log, and a trace that is always new. */
public record ToolOutcome(
    String traceId, String logLine, String content, Map<String, Object> attributes) {

  static ToolOutcome of(String content) {
    String trace = UUID.randomUUID().toString();
    return new ToolOutcome(
        trace, "[" + trace + "] at " + System.currentTimeMillis(), content, Map.of("trace", trace));
  }
}
