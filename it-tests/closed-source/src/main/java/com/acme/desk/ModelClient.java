package com.acme.desk;

import com.acme.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Asks a model with the API of OpenAI. */
final class ModelClient {

  private final HttpClient http = HttpClient.newHttpClient();
  private final String url;

  ModelClient(String url) {
    this.url = url;
  }

  Completion complete(List<ChatMessage> conversation) {
    Map<String, Object> body =
        Map.of(
            "model",
            "desk-1",
            "messages",
            conversation.stream().map(ChatMessage::members).toList());
    return read(Json.read(send(Json.write(body))));
  }

  private String send(String body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + "/chat/completions"))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      return http.send(request, BodyHandlers.ofString()).body();
    } catch (IOException e) {
      throw new IllegalStateException("the model cannot be reached", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static Completion read(@Nullable Object response) {
    Object message = Json.at(response, "choices", 0, "message");
    List<ToolRequest> requests = new ArrayList<>();
    Object calls = Json.at(message, "tool_calls");
    if (calls instanceof List<?> list) {
      for (Object call : list) {
        requests.add(
            new ToolRequest(
                Json.text(call, "id"),
                Json.text(call, "function", "name"),
                Json.object(Json.read(Json.text(call, "function", "arguments")))));
      }
    }
    return new Completion(
        Json.text(message, "content"),
        requests,
        calls == null ? List.of() : calls,
        Json.number(response, "usage", "total_tokens"));
  }
}
