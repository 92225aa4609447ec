package com.acme.shapes.codecs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes and reads calls of tools as the API has them. */
public final class ToolCallCodec {

  private final ObjectMapper json = new ObjectMapper();

  public List<ToolCall> parse(String message) throws JsonProcessingException {
    List<ToolCall> calls = new ArrayList<>();
    for (JsonNode call : json.readTree(message).path("tool_calls")) {
      calls.add(
          new ToolCall(
              call.path("id").asText(),
              call.at("/function/name").asText(),
              call.at("/function/arguments").asText()));
    }
    return calls;
  }

  public String encode(ToolCall call) throws JsonProcessingException {
    return json.writeValueAsString(
        Map.of(
            "id",
            call.id(),
            "type",
            "function",
            "function",
            Map.of("name", call.name(), "arguments", call.arguments())));
  }

  public String toolCall(String name, Map<String, Object> arguments)
      throws JsonProcessingException {
    return encode(new ToolCall("call_" + name, name, json.writeValueAsString(arguments)));
  }
}
