package com.acme.shapes.descriptor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Tells the weather. */
public final class WeatherAgent {

  /** A model that is told of tools. */
  public interface ChatModel {
    Answer chat(List<String> messages, List<ToolDescriptor> tools);
  }

  /** The answer of the model. */
  public record Answer(String text, List<Call> calls) {}

  /** A tool call of the model. */
  public record Call(String name, Map<String, Object> input) {}

  private final ChatModel model;
  private final Toolbox toolbox;

  public WeatherAgent(ChatModel model, Toolbox toolbox) {
    this.model = model;
    this.toolbox = toolbox;
  }

  public String ask(String question) {
    List<String> messages = new ArrayList<>(List.of(question));
    while (true) {
      Answer answer = model.chat(messages, toolbox.descriptors());
      if (answer.calls().isEmpty()) {
        return answer.text();
      }
      for (Call call : answer.calls()) {
        messages.add(toolbox.execute(toolbox.descriptor(call.name()), call.input()));
      }
    }
  }
}
