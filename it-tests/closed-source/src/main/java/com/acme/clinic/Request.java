package com.acme.clinic;

import com.acme.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A request that is sent when it is called. */
final class Request {

  private final ChatClient client;
  private final Visit visit;
  private double temperature = 1;

  Request(ChatClient client, Visit visit) {
    this.client = client;
    this.visit = visit;
  }

  Request temperature(double value) {
    temperature = value;
    return this;
  }

  Request user(String text) {
    visit.messages().add(Map.of("role", "user", "content", text));
    return this;
  }

  Answer call() {
    Object response =
        Json.read(
            client.send(
                Json.write(
                    Map.of(
                        "model",
                        "clinic-1",
                        "temperature",
                        temperature,
                        "messages",
                        visit.messages()))));
    Object message = Json.at(response, "choices", 0, "message");
    List<ToolUse> uses = new ArrayList<>();
    Object calls = Json.at(message, "tool_calls");
    if (calls instanceof List<?> list) {
      for (Object call : list) {
        uses.add(
            new ToolUse(
                Json.text(call, "id"),
                Json.text(call, "function", "name"),
                Json.object(Json.read(Json.text(call, "function", "arguments")))));
      }
    }
    return new Answer(
        Json.text(message, "content"),
        uses,
        calls == null ? List.of() : calls,
        Json.number(response, "usage", "prompt_tokens"),
        Json.number(response, "usage", "completion_tokens"));
  }
}
