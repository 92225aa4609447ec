package com.example.rules;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.engine.api.AlertFormatExtension;
import java.io.IOException;
import java.util.Map;

/** Writes an alert as one line of text. */
public final class LineFormat implements AlertFormatExtension {

  @Override
  public String name() {
    return "line";
  }

  @Override
  public String write(Map<String, Object> alert) throws IOException {
    String line = "%s: %s".formatted(alert.get("service"), alert.get("type"));
    return new ObjectMapper().writeValueAsString(Map.of("line", line));
  }
}
