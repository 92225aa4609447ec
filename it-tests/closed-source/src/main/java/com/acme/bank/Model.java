package com.acme.bank;

import com.acme.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Asks a model, with the oldest of the JDK's clients. */
final class Model {

  private final URI endpoint;

  Model(String url) {
    this.endpoint = URI.create(url + "/chat/completions");
  }

  Answer ask(List<Map<String, Object>> messages) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) endpoint.toURL().openConnection();
    connection.setDoOutput(true);
    connection.setRequestProperty("Content-Type", "application/json");
    try (OutputStream out = connection.getOutputStream()) {
      out.write(
          Json.write(Map.of("model", "bank-1", "messages", messages))
              .getBytes(StandardCharsets.UTF_8));
    }
    Object response =
        Json.read(new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    List<Order> orders = new ArrayList<>();
    Object calls = Json.at(response, "choices", 0, "message", "tool_calls");
    if (!(calls instanceof List<?> list)) {
      return new Answer(Json.text(response, "choices", 0, "message", "content"), orders, "");
    }
    for (Object call : list) {
      orders.add(
          new Order(
              Json.text(call, "id"),
              Json.text(call, "function", "name"),
              Json.object(Json.read(Json.text(call, "function", "arguments")))));
    }
    return new Answer("", orders, calls);
  }
}
