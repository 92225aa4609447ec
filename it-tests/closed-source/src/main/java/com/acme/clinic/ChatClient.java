package com.acme.clinic;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** A client of a model, which knows the tools that the model may use. */
final class ChatClient {

  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<String, Function<Map<String, Object>, String>> handlers = new HashMap<>();
  private final URI endpoint;

  ChatClient(String url) {
    this.endpoint = URI.create(url + "/chat/completions");
  }

  ChatClient on(String tool, Function<Map<String, Object>, String> handler) {
    handlers.put(tool, handler);
    return this;
  }

  Request prompt(Visit visit) {
    return new Request(this, visit);
  }

  String handle(ToolUse use) {
    Function<Map<String, Object>, String> handler = handlers.get(use.name());
    if (handler == null) {
      return "unknown tool: " + use.name();
    }
    return handler.apply(use.input());
  }

  String send(String body) {
    HttpRequest request =
        HttpRequest.newBuilder(endpoint).POST(HttpRequest.BodyPublishers.ofString(body)).build();
    try {
      return http.send(request, BodyHandlers.ofString()).body();
    } catch (IOException e) {
      throw new IllegalStateException("the model cannot be reached", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
