package com.acme.shapes.extraproperties;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** A value of JSON whose shape is not known. */
public final class JsonValue {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final JsonNode node;

  private JsonValue(JsonNode node) {
    this.node = node;
  }

  public static JsonValue from(Object value) {
    return new JsonValue(MAPPER.valueToTree(value));
  }

  public <R> R convert(TypeReference<R> type) {
    return MAPPER.convertValue(node, type);
  }
}
