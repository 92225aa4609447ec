package com.acme.shapes.classifier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;

/** A model without tools. */
public final class ChatModel {

  /** The response. */
  public record Reply(String text, int promptTokens, int completionTokens) {}

  private final HttpClient http = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();

  public Reply complete(List<Map<String, String>> messages) throws IOException {
    String body = json.writeValueAsString(Map.of("model", "small-1", "messages", messages));
    try {
      JsonNode answer =
          json.readTree(
              http.send(
                      HttpRequest.newBuilder(
                              URI.create("https://models.example/v1/chat/completions"))
                          .POST(HttpRequest.BodyPublishers.ofString(body))
                          .build(),
                      BodyHandlers.ofString())
                  .body());
      return new Reply(
          answer.at("/choices/0/message/content").asText(),
          answer.at("/usage/prompt_tokens").asInt(),
          answer.at("/usage/completion_tokens").asInt());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
