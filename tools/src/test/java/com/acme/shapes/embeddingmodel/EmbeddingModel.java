package com.acme.shapes.embeddingmodel;

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

/** A vendor's model that gives vectors for texts. */
public final class EmbeddingModel {

  private final HttpClient http = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();

  public EmbeddingResponse call(List<String> messages) throws IOException {
    String body = json.writeValueAsString(Map.of("model", "embed-3", "input", messages));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("https://models.example/v1/embeddings"))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      JsonNode response = json.readTree(http.send(request, BodyHandlers.ofString()).body());
      List<Double> vector = new ArrayList<>();
      response.at("/data/0/embedding").forEach(value -> vector.add(value.asDouble()));
      return new EmbeddingResponse(
          vector,
          response.path("model").asText(),
          response.at("/usage/prompt_tokens").asInt(),
          response.at("/usage/total_tokens").asInt());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
