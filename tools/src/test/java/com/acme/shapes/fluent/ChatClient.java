package com.acme.shapes.fluent;

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

/** A client whose prompts are sent by a method of what it returns. */
public final class ChatClient {

  private final HttpClient http = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();
  private final URI endpoint;

  public ChatClient(URI endpoint) {
    this.endpoint = endpoint;
  }

  public Request prompt(Session session) {
    return new Request(this, session);
  }

  Response send(List<Map<String, Object>> messages, double temperature) throws IOException {
    Map<String, Object> body =
        Map.of("model", "travel-1", "messages", messages, "temperature", temperature);
    HttpRequest request =
        HttpRequest.newBuilder(endpoint)
            .POST(HttpRequest.BodyPublishers.ofString(json.writeValueAsString(body)))
            .build();
    try {
      JsonNode answer = json.readTree(http.send(request, BodyHandlers.ofString()).body());
      JsonNode message = answer.at("/choices/0/message");
      List<ToolUse> uses = new ArrayList<>();
      for (JsonNode call : message.path("tool_calls")) {
        uses.add(ToolUse.of(json, call));
      }
      return new Response(
          message.path("content").asText(),
          uses,
          answer.at("/usage/prompt_tokens").asInt(),
          answer.at("/usage/completion_tokens").asInt());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
