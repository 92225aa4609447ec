package com.acme.shapes.metamember;

import java.util.List;
import java.util.Map;

/** What a server answers. */
public record CallToolResult(
    List<String> content,
    Boolean isError,
    Map<String, Object> structuredContent,
    Map<String, Object> meta) {

  static CallToolResult error(String text) {
    return new CallToolResult(List.of(text), true, Map.of(), Map.of());
  }
}
