package com.acme.shapes.observations;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Times everything that is done: calls of tools, queries, requests. */
public final class Observations {

  private final Map<String, Long> nanos = new TreeMap<>();

  public String observe(String name, Map<String, Object> tags, Supplier<String> body) {
    long start = System.nanoTime();
    try {
      return body.get();
    } finally {
      nanos.merge(name + tags.keySet(), System.nanoTime() - start, Long::sum);
    }
  }
}
