package io.loopsentinel.it.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loopsentinel.it.contract.Way;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** An agent that an application has written itself, with a model of OpenAI. */
final class EndsAgent implements Way.Assistant {

  /** Calls a tool of a server. */
  interface Tools {
    String call(String tool, String query);
  }

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<String, ArrayNode> memory = new ConcurrentHashMap<>();
  private final URI model;
  private final Tools tools;
  private final boolean remembers;

  /**
   * Creates an agent.
   *
   * @param remembers whether it has a memory, and asks its model by a method that is a target
   */
  EndsAgent(String modelUrl, Tools tools, boolean remembers) {
    this.model = URI.create(modelUrl + "/chat/completions");
    this.tools = tools;
    this.remembers = remembers;
  }

  @Override
  public String ask(String user, String question) throws Exception {
    return answer(
        remembers
            ? memory.computeIfAbsent(user, key -> JSON.createArrayNode())
            : JSON.createArrayNode(),
        question);
  }

  /** A run. */
  private String answer(ArrayNode messages, String question) throws Exception {
    messages.addObject().put("role", "user").put("content", question);
    while (true) {
      JsonNode message = remembers ? request(messages) : send(messages);
      messages.add(message);
      if (!message.has("tool_calls")) {
        return message.path("content").asText();
      }
      for (JsonNode call : message.path("tool_calls")) {
        JsonNode arguments = JSON.readTree(call.at("/function/arguments").asText());
        String result =
            tools.call(call.at("/function/name").asText(), arguments.path("query").asText());
        messages
            .addObject()
            .put("role", "tool")
            .put("tool_call_id", call.path("id").asText())
            .put("content", result);
      }
    }
  }

  /** A request to the model. */
  private JsonNode request(ArrayNode messages) throws Exception {
    return send(messages);
  }

  private JsonNode send(ArrayNode messages) throws Exception {
    ObjectNode request = JSON.createObjectNode().put("model", "scripted");
    request.set("messages", messages);
    HttpResponse<String> response =
        http.send(
            HttpRequest.newBuilder(model)
                .POST(HttpRequest.BodyPublishers.ofString(request.toString()))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IllegalStateException(response.body());
    }
    return JSON.readTree(response.body()).at("/choices/0/message");
  }
}
