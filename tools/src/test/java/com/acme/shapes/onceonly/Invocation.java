package com.acme.shapes.onceonly;

import java.util.Map;
import java.util.stream.Stream;

/** A call whose parameters come as a stream, which can be read once. */
public final class Invocation {

  private final String function;
  private final Stream<Map.Entry<String, Object>> parameters;

  public Invocation(String function, Stream<Map.Entry<String, Object>> parameters) {
    this.function = function;
    this.parameters = parameters;
  }

  public String function() {
    return function;
  }

  public Stream<Map.Entry<String, Object>> parameters() {
    return parameters;
  }
}
