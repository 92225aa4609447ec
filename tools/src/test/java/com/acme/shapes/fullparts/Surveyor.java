package com.acme.shapes.fullparts;

import com.acme.shapes.fullparts.ToolReport.Sections;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Surveys land. */
public final class Surveyor {

  /** A call. */
  public record ToolCall(String id, String name, String arguments) {}

  /** A model. */
  public interface ChatModel {
    Answer chat(List<Object> messages);
  }

  /** Its answer. */
  public record Answer(String text, List<ToolCall> toolCalls) {}

  private final ChatModel model;
  private final Map<String, UnaryOperator<String>> tools;

  public Surveyor(ChatModel model, Map<String, UnaryOperator<String>> tools) {
    this.model = model;
    this.tools = tools;
  }

  public String ask(String question) {
    List<Object> messages = new ArrayList<>(List.of(question));
    while (true) {
      Answer answer = model.chat(messages);
      if (answer.toolCalls().isEmpty()) {
        return answer.text();
      }
      for (ToolCall call : answer.toolCalls()) {
        messages.add(executeTool(call));
      }
    }
  }

  private ToolReport executeTool(ToolCall call) {
    UnaryOperator<String> tool = tools.get(call.name());
    if (tool == null) {
      String text = "Unknown tool: " + call.name();
      return new ToolReport(new Sections(List.of(text)), text);
    }
    String text = tool.apply(call.arguments());
    return new ToolReport(new Sections(List.of(text)), text);
  }
}
