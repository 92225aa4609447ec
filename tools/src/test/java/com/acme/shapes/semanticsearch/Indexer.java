package com.acme.shapes.semanticsearch;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Indexes texts, many of which are the same. */
public final class Indexer {

  private final EmbeddingClient client = new EmbeddingClient();

  public List<JsonNode> index(List<String> texts) throws IOException {
    List<JsonNode> vectors = new ArrayList<>();
    for (String text : texts) {
      vectors.add(client.create(List.of(text)).output());
    }
    return vectors;
  }
}
