package com.acme.shapes.rpc;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;

/** Sends requests of JSON-RPC. */
public final class RpcStub {

  private final HttpClient http = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();
  private final URI server;
  private long id;

  public RpcStub(URI server) {
    this.server = server;
  }

  public String call(String method, Map<String, Object> arguments)
      throws IOException, InterruptedException {
    id++;
    String body =
        json.writeValueAsString(
            Map.of("jsonrpc", "2.0", "id", id, "method", method, "params", arguments));
    String answer =
        http.send(
                HttpRequest.newBuilder(server)
                    .POST(HttpRequest.BodyPublishers.ofString(body))
                    .build(),
                BodyHandlers.ofString())
            .body();
    return json.readTree(answer).path("result").asText();
  }
}
