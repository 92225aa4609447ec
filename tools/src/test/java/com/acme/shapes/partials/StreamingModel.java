package com.acme.shapes.partials;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A model that streams. */
public final class StreamingModel {

  private final HttpClient http = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();

  public void stream(List<String> messages, StreamHandler handler) {
    try {
      String body = json.writeValueAsString(Map.of("messages", messages, "stream", true));
      http.sendAsync(
              HttpRequest.newBuilder(URI.create("https://models.example/v1/chat/completions"))
                  .POST(HttpRequest.BodyPublishers.ofString(body))
                  .build(),
              BodyHandlers.ofLines())
          .thenAccept(response -> read(response.body(), handler))
          .exceptionally(
              e -> {
                handler.onPartialResponse(new StreamHandler.Chunk("(lost)", 0, ""));
                return null;
              });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read(Stream<String> lines, StreamHandler handler) {
    StringBuilder text = new StringBuilder();
    List<StreamHandler.ToolCall> calls = new ArrayList<>();
    lines.forEach(
        line -> {
          try {
            JsonNode delta = json.readTree(line).at("/choices/0/delta");
            text.append(delta.path("content").asText());
            handler.onPartialResponse(
                new StreamHandler.Chunk(delta.path("content").asText(), 1, "c"));
            for (JsonNode call : delta.path("tool_calls")) {
              calls.add(
                  new StreamHandler.ToolCall(
                      call.at("/function/name").asText(), call.at("/function/arguments").asText()));
            }
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    handler.onCompleteResponse(
        new StreamHandler.Response(text.toString(), calls, 0, text.length(), "c"));
  }
}
