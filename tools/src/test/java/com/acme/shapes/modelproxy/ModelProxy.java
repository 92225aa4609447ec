package com.acme.shapes.modelproxy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/** A proxy between all users and a model, without limits. */
public final class ModelProxy {

  /** The response of the model. */
  public record Forwarded(String content, String model, int status) {}

  private final HttpClient http = HttpClient.newHttpClient();

  public HttpServer start(int port) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress(port), 0);
    server.setExecutor(Executors.newFixedThreadPool(4));
    server.createContext("/v1/chat/completions", this::handle);
    server.start();
    return server;
  }

  private void handle(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Forwarded forwarded = complete(body.replace("\"tool_calls\":null,", ""));
    byte[] bytes = forwarded.content().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(forwarded.status(), bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  Forwarded complete(String messages) throws IOException {
    try {
      var response =
          http.send(
              HttpRequest.newBuilder(URI.create("https://models.example/v1/chat/completions"))
                  .POST(HttpRequest.BodyPublishers.ofString(messages))
                  .build(),
              BodyHandlers.ofString());
      return new Forwarded(response.body(), "large-1", response.statusCode());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
