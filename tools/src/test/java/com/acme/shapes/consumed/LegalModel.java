package com.acme.shapes.consumed;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;

/** A model that answers in server-sent events. */
public final class LegalModel {

  private final HttpClient http = HttpClient.newHttpClient();

  public AnswerStream chat(List<String> messages) throws IOException, InterruptedException {
    String body =
        "{\"model\":\"legal-2\",\"stream\":true,\"messages\":[" + String.join(",", messages) + "]}";
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("https://models.example/v1/chat/completions"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    HttpResponse<InputStream> response =
        http.send(request, HttpResponse.BodyHandlers.ofInputStream());
    return new AnswerStream(
        response.body(),
        response.headers().firstValue("x-prompt-tokens").map(Integer::parseInt).orElse(0));
  }
}
