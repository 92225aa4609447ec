package com.acme.shapes.httpapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;

/** A client of a shop's API over HTTP. */
public final class ShopApi {

  /** The answer of the shop. */
  public record ApiResult(String text, boolean isError, int inputCount, int outputCount) {}

  private final HttpClient http = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();

  public ApiResult execute(String operation, Map<String, Object> arguments) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("https://shop.example/api/" + operation))
            .header("Authorization", "Bearer token")
            .POST(HttpRequest.BodyPublishers.ofString(json.writeValueAsString(arguments)))
            .build();
    try {
      JsonNode answer = json.readTree(http.send(request, BodyHandlers.ofString()).body());
      return new ApiResult(
          answer.path("message").asText(), answer.has("error"), 1, answer.path("items").size());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
