package com.acme.shapes.retries;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;

/** Executes a call on a server that is often out of order. */
public final class HttpToolExecutor implements ToolExecutor {

  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<String, URI> servers = new HashMap<>();

  @Override
  public String execute(ToolCall call) {
    URI server = servers.get(call.name());
    if (server == null) {
      return "unknown tool " + call.name();
    }
    try {
      HttpResponse<String> response =
          http.send(
              HttpRequest.newBuilder(server)
                  .POST(HttpRequest.BodyPublishers.ofString(call.arguments().toString()))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() == 503) {
        throw new IllegalStateException("try again");
      }
      return response.body();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
