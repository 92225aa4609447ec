package com.acme.shapes.moderation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;

/** Says whether texts are offensive. */
public final class ModerationModel {

  /** The response. */
  public record ModerationResponse(String text, boolean flagged, String model, int totalTokens) {}

  private final HttpClient http = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();

  public ModerationResponse call(List<String> messages) throws IOException {
    String body = json.writeValueAsString(Map.of("model", "moderation-1", "input", messages));
    try {
      JsonNode answer =
          json.readTree(
              http.send(
                      HttpRequest.newBuilder(URI.create("https://models.example/v1/moderations"))
                          .POST(HttpRequest.BodyPublishers.ofString(body))
                          .build(),
                      BodyHandlers.ofString())
                  .body());
      return new ModerationResponse(
          answer.at("/results/0/categories").toString(),
          answer.at("/results/0/flagged").asBoolean(),
          answer.path("model").asText(),
          answer.at("/usage/total_tokens").asInt());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
