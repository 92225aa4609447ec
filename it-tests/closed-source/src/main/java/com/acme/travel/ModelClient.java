package com.acme.travel;

import com.acme.json.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Asks a model, and waits for nothing. */
final class ModelClient {

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI endpoint;

  ModelClient(String url) {
    this.endpoint = URI.create(url + "/chat/completions");
  }

  CompletableFuture<Reply> ask(List<Map<String, Object>> messages) {
    HttpRequest request =
        HttpRequest.newBuilder(endpoint)
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    Json.write(Map.of("model", "travel-1", "messages", messages))))
            .build();
    return http.sendAsync(request, BodyHandlers.ofString())
        .thenApply(HttpResponse::body)
        .thenApply(Json::read)
        .thenApply(Reply::of);
  }
}
