package com.acme.shapes.logged;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps books with the help of a model. */
public final class Bookkeeper {

  /** What is asked. */
  public interface Gateway {
    ModelResponse createChatCompletion(List<String> messages);
  }

  /** What may be called. */
  public interface AiFunction {
    String call(String arguments) throws Exception;
  }

  private final Gateway gateway;
  private final Map<String, AiFunction> functions = new HashMap<>();

  public Bookkeeper(Gateway gateway) {
    this.gateway = gateway;
  }

  public String converse(String ledgerId, String request) {
    List<String> messages = new ArrayList<>(List.of(ledgerId, request));
    ModelResponse response = gateway.createChatCompletion(messages);
    while (!response.getFunctionCalls().isEmpty()) {
      for (FunctionCall call : response.getFunctionCalls()) {
        messages.add(callFunction(call));
      }
      response = gateway.createChatCompletion(messages);
    }
    return response.getContent();
  }

  private String callFunction(FunctionCall call) {
    if (!functions.containsKey(call.name())) {
      return "function " + call.name() + " does not exist";
    }
    try {
      return functions.get(call.name()).call(call.arguments());
    } catch (Exception e) {
      return "function failed: " + e.getMessage();
    }
  }
}
