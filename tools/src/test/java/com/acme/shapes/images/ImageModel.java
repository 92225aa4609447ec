package com.acme.shapes.images;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;

/** Makes pictures. */
public final class ImageModel {

  /** A picture. */
  public record ImageResponse(String url, String content, int inputTokens, int outputTokens) {}

  private final HttpClient http = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();

  public ImageResponse generate(List<String> messages) throws IOException {
    String body =
        json.writeValueAsString(Map.of("model", "image-2", "prompt", String.join(" ", messages)));
    try {
      JsonNode answer =
          json.readTree(
              http.send(
                      HttpRequest.newBuilder(
                              URI.create("https://models.example/v1/images/generations"))
                          .POST(HttpRequest.BodyPublishers.ofString(body))
                          .build(),
                      BodyHandlers.ofString())
                  .body());
      return new ImageResponse(
          answer.at("/data/0/url").asText(),
          answer.at("/data/0/revised_prompt").asText(),
          answer.at("/usage/input_tokens").asInt(),
          answer.at("/usage/output_tokens").asInt());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
