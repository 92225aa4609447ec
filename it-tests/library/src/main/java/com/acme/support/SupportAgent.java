package com.acme.support;

import io.loopsentinel.engine.Answer;
import io.loopsentinel.engine.Sentinel;
import java.util.Map;
import java.util.function.Function;

/** An agent loop without a framework. */
final class SupportAgent {

  private final Sentinel sentinel = Sentinel.withDefaults();
  private final Model model;
  private final Map<String, Function<String, String>> tools;

  /** A response of the model: a call of a tool, or the final answer if the tool is empty. */
  record Response(String tool, String text) {}

  interface Model {
    Response next(String toolResult);
  }

  SupportAgent(Model model, Map<String, Function<String, String>> tools) {
    this.model = model;
    this.tools = tools;
  }

  String answer(String conversation, String question) {
    Response response = model.next(question);
    while (!response.tool().isEmpty()) {
      response = model.next(call(conversation, response.tool(), response.text()));
    }
    return response.text();
  }

  private String call(String conversation, String tool, String arguments) {
    Answer answer = sentinel.evaluate(conversation, tool, arguments);
    return switch (answer.kind()) {
      case RUN -> run(answer, tool, arguments);
      case HINT, ASK -> answer.text();
      case ABORT, TERMINATE -> throw answer.toError();
    };
  }

  private String run(Answer answer, String tool, String arguments) {
    String result;
    String hint;
    try {
      result = tools.get(tool).apply(arguments);
      hint = sentinel.completed(answer, result);
    } catch (RuntimeException e) {
      result = "error: " + e.getMessage();
      hint = sentinel.failed(answer, e);
    }
    return hint == null ? result : result + "\n\n" + hint;
  }

  public static void main(String... args) {
    Model stubborn =
        toolResult -> {
          System.out.println(toolResult);
          return toolResult.startsWith("loop-detected")
              ? new Response("", "I found no order of yours.")
              : new Response("find_orders", "{\"customer\": \"Ada\"}");
        };
    SupportAgent agent = new SupportAgent(stubborn, Map.of("find_orders", arguments -> "[]"));
    System.out.println(agent.answer("conversation-7", "Where is my parcel?"));
  }
}
