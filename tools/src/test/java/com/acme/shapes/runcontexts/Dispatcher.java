package com.acme.shapes.runcontexts;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Sends ambulances, for many callers at once. */
public final class Dispatcher {

  /** A model. */
  public interface ChatModel {
    Answer chat(List<String> messages);
  }

  /** Its answer. */
  public record Answer(
      String text, List<Environment.ToolCall> toolCalls, int inputTokens, int outputTokens) {}

  private final ChatModel model;
  private final Environment environment;

  public Dispatcher(ChatModel model, Map<String, UnaryOperator<String>> tools) {
    this.model = model;
    this.environment = new PlainEnvironment(tools);
  }

  public String ask(String question, String runId) {
    RunContext context = new RunContext.OfPart(new RunContext.OfAgent(runId));
    Environment ofRun = new RunEnvironment(environment, context);
    List<String> messages = new ArrayList<>(List.of(question));
    while (true) {
      Answer answer = model.chat(messages);
      if (answer.toolCalls().isEmpty()) {
        return answer.text();
      }
      for (Environment.ToolCall call : answer.toolCalls()) {
        messages.add(ofRun.executeTool(call));
      }
    }
  }
}
