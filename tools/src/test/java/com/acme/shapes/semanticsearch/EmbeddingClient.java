package com.acme.shapes.semanticsearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;

/** Gives vectors for texts. */
public final class EmbeddingClient {

  /** Vectors, and what they cost. */
  public record EmbeddingResult(JsonNode output, String model, int promptTokens) {}

  private final HttpClient http = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();

  public EmbeddingResult create(List<String> messages) throws IOException {
    try {
      JsonNode answer =
          json.readTree(
              http.send(
                      HttpRequest.newBuilder(URI.create("https://models.example/v1/embeddings"))
                          .POST(
                              HttpRequest.BodyPublishers.ofString(
                                  json.writeValueAsString(
                                      Map.of("model", "embed-1", "input", messages))))
                          .build(),
                      BodyHandlers.ofString())
                  .body());
      return new EmbeddingResult(
          answer.path("data"),
          answer.path("model").asText(),
          answer.at("/usage/prompt_tokens").asInt());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
