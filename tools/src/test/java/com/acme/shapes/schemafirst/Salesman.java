package com.acme.shapes.schemafirst;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Sells with the help of a model. */
public final class Salesman {

  /** The model. */
  public interface ChatCompletions {
    Choice create(List<String> messages, Map<String, Map<String, Object>> functions);
  }

  /** What it chose. */
  public record Choice(String content, String functionName, String functionArguments) {}

  private final ChatCompletions completions;
  private final FunctionDispatcher dispatcher;
  private final Map<String, Map<String, Object>> schemas;

  public Salesman(
      ChatCompletions completions,
      FunctionDispatcher dispatcher,
      Map<String, Map<String, Object>> schemas) {
    this.completions = completions;
    this.dispatcher = dispatcher;
    this.schemas = schemas;
  }

  public String chat(String dealId, String message) {
    List<String> messages = new ArrayList<>(List.of(dealId, message));
    Choice choice;
    do {
      choice = completions.create(messages, schemas);
      if (choice.functionName() != null) {
        messages.add(
            dispatcher.dispatch(
                choice.functionName(),
                schemas.getOrDefault(choice.functionName(), Map.of()),
                choice.functionArguments()));
      }
    } while (choice.functionName() != null);
    return choice.content();
  }
}
