package com.acme.shapes.reranking;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Searches several sources, each by its name, and reranks what they find. */
public final class SearchEngine {

  private final Reranker reranker = new Reranker();
  private final Map<String, Function<Map<String, Object>, List<String>>> sources = new HashMap<>();

  public String ask(String sessionId, String query) throws IOException {
    String best = "";
    for (String source : sources.keySet()) {
      best = reranker.generate(query, search(source, Map.of("query", query))).text();
    }
    return sessionId + ": " + best;
  }

  private List<String> search(String name, Map<String, Object> arguments) {
    Function<Map<String, Object>, List<String>> source = sources.get(name);
    if (source == null) {
      throw new IllegalArgumentException("unknown source " + name);
    }
    return source.apply(arguments);
  }
}
