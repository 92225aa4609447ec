package com.acme.shapes.schemafirst;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashMap;
import java.util.Map;

/** Calls functions whose arguments fit their schemas. */
public final class FunctionDispatcher {

  /** A function. */
  public interface Handler {
    Object handle(Map<String, Object> arguments);
  }

  private final ObjectMapper json = new ObjectMapper();
  private final Map<String, Handler> handlers = new HashMap<>();

  public void on(String functionName, Handler handler) {
    handlers.put(functionName, handler);
  }

  public String dispatch(String functionName, Map<String, Object> schema, String payload) {
    Handler handler = handlers.get(functionName);
    if (handler == null) {
      return "{\"error\":\"unknown function " + functionName + "\"}";
    }
    try {
      Map<String, Object> values = json.readValue(payload, new TypeReference<>() {});
      values.keySet().retainAll(schema.keySet());
      return json.writeValueAsString(handler.handle(values));
    } catch (JsonProcessingException e) {
      return "{\"error\":\"invalid arguments\"}";
    }
  }
}
