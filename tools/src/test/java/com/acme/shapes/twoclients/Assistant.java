package com.acme.shapes.twoclients;

import com.acme.shapes.twoclients.AsyncClient.ToolCall;
import java.util.ArrayList;
import java.util.List;

/** Answers questions with the help of a server's tools. */
public final class Assistant {

  /** A model. */
  public interface ChatModel {
    Answer chat(List<String> messages);
  }

  /** The answer of the model. */
  public record Answer(String text, List<ToolCall> toolCalls) {}

  private final ChatModel model;
  private final SyncClient client;

  public Assistant(ChatModel model, SyncClient client) {
    this.model = model;
    this.client = client;
  }

  public String ask(String question) {
    List<String> messages = new ArrayList<>(List.of(question));
    while (true) {
      Answer answer = model.chat(messages);
      if (answer.toolCalls().isEmpty()) {
        return answer.text();
      }
      for (ToolCall call : answer.toolCalls()) {
        messages.add(client.callTool(call).text());
      }
    }
  }
}
