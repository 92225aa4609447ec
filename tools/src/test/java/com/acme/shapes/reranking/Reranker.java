package com.acme.shapes.reranking;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Puts documents in the order in which they answer a query. */
public final class Reranker {

  /** The order. */
  public record RerankResponse(String text, List<Integer> order, int inputTokens, String model) {}

  private final HttpClient http = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();

  public RerankResponse generate(String query, List<String> messages) throws IOException {
    String body =
        json.writeValueAsString(
            Map.of("model", "rerank-2", "query", query, "documents", messages, "top_n", 3));
    try {
      JsonNode answer =
          json.readTree(
              http.send(
                      HttpRequest.newBuilder(URI.create("https://models.example/v2/rerank"))
                          .POST(HttpRequest.BodyPublishers.ofString(body))
                          .build(),
                      BodyHandlers.ofString())
                  .body());
      List<Integer> order = new ArrayList<>();
      answer.path("results").forEach(result -> order.add(result.path("index").asInt()));
      return new RerankResponse(
          messages.get(order.get(0)),
          order,
          answer.at("/meta/tokens/input_tokens").asInt(),
          "rerank-2");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
