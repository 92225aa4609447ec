package com.acme.shapes.rpc;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** Answers requests of JSON-RPC. */
public final class RpcServer {

  private final ObjectMapper json = new ObjectMapper();
  private final Map<String, Function<Map<String, Object>, Object>> methods = new HashMap<>();

  public String handle(String request) throws JsonProcessingException {
    JsonNode message = json.readTree(request);
    Map<String, Object> arguments =
        json.convertValue(message.path("params"), new TypeReference<>() {});
    Object result = invoke(message.path("method").asText(), arguments);
    return json.writeValueAsString(
        Map.of("jsonrpc", "2.0", "id", message.path("id").asText(), "result", result));
  }

  private Object invoke(String method, Map<String, Object> arguments) {
    Function<Map<String, Object>, Object> function = methods.get(method);
    if (function == null) {
      return Map.of("error", "unknown method " + method);
    }
    return function.apply(arguments);
  }
}
