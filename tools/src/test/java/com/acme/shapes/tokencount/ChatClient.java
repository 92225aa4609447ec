package com.acme.shapes.tokencount;

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

/** A client of a model that also counts what a request would cost. */
public final class ChatClient {

  /** A call. */
  public record ToolCall(String name, String arguments) {}

  /** A message of the model. */
  public record Message(String text, List<ToolCall> toolCalls, int inputTokens, int outputTokens) {}

  /** What a request would cost. */
  public record TokenCount(String model, int inputTokens) {}

  private final HttpClient http = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();

  public Message create(List<String> messages) throws IOException {
    JsonNode response = post("/v1/messages", Map.of("model", "m-4", "messages", messages));
    List<ToolCall> calls = new ArrayList<>();
    for (JsonNode block : response.path("content")) {
      if (block.path("type").asText().equals("tool_use")) {
        calls.add(new ToolCall(block.path("name").asText(), block.path("input").toString()));
      }
    }
    return new Message(
        response.at("/content/0/text").asText(),
        calls,
        response.at("/usage/input_tokens").asInt(),
        response.at("/usage/output_tokens").asInt());
  }

  public TokenCount countTokens(List<String> messages) throws IOException {
    JsonNode response =
        post("/v1/messages/count_tokens", Map.of("model", "m-4", "messages", messages));
    return new TokenCount("m-4", response.path("input_tokens").asInt());
  }

  private JsonNode post(String path, Map<String, Object> body) throws IOException {
    try {
      return json.readTree(
          http.send(
                  HttpRequest.newBuilder(URI.create("https://models.example" + path))
                      .POST(HttpRequest.BodyPublishers.ofString(json.writeValueAsString(body)))
                      .build(),
                  BodyHandlers.ofString())
              .body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
