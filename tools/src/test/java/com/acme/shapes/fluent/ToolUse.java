package com.acme.shapes.fluent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;

/** A call that the model asks for. */
public record ToolUse(String id, String name, Map<String, Object> input) {

  static ToolUse of(ObjectMapper json, JsonNode call) throws JsonProcessingException {
    return new ToolUse(
        call.path("id").asText(),
        call.at("/function/name").asText(),
        json.readValue(call.at("/function/arguments").asText(), new TypeReference<>() {}));
  }
}
