package com.acme.shapes.metamember;

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
import java.util.concurrent.atomic.AtomicLong;

/** A client of a server that has tools. */
public final class ToolServerClient {

  private final HttpClient http = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();
  private final AtomicLong ids = new AtomicLong();
  private final URI server;

  public ToolServerClient(URI server) {
    this.server = server;
  }

  public CallToolResult callTool(CallToolRequest request) throws IOException {
    Map<String, Object> params =
        Map.of("name", request.name(), "arguments", request.arguments(), "_meta", request.meta());
    JsonNode result = rpc("tools/call", params);
    if (result.has("error")) {
      return CallToolResult.error(result.at("/error/message").asText());
    }
    List<String> content = new ArrayList<>();
    result.at("/result/content").forEach(part -> content.add(part.path("text").asText()));
    return new CallToolResult(
        content, result.at("/result/isError").asBoolean(), Map.of(), Map.of());
  }

  public List<String> listTools() throws IOException {
    List<String> names = new ArrayList<>();
    rpc("tools/list", Map.of()).at("/result/tools").forEach(t -> names.add(t.at("/name").asText()));
    return names;
  }

  private JsonNode rpc(String method, Map<String, Object> params) throws IOException {
    Map<String, Object> message =
        Map.of("jsonrpc", "2.0", "id", ids.incrementAndGet(), "method", method, "params", params);
    try {
      return json.readTree(
          http.send(
                  HttpRequest.newBuilder(server)
                      .POST(HttpRequest.BodyPublishers.ofString(json.writeValueAsString(message)))
                      .build(),
                  BodyHandlers.ofString())
              .body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
