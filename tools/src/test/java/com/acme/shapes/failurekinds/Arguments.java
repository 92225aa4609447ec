package com.acme.shapes.failurekinds;

import java.util.Map;

/** The arguments of a call, parsed. */
public record Arguments(Map<String, String> values) {

  static Arguments parse(String text) {
    if (!text.startsWith("{")) {
      throw new IllegalArgumentException("no JSON: " + text);
    }
    return new Arguments(Map.of("all", text));
  }
}
