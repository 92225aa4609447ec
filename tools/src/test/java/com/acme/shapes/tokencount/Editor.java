package com.acme.shapes.tokencount;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Edits texts, and keeps its requests small. */
public final class Editor {

  private final ChatClient client = new ChatClient();
  private final Map<String, UnaryOperator<String>> tools = new HashMap<>();

  public String edit(String documentId, String wish) throws IOException {
    List<String> messages = new ArrayList<>(List.of(documentId, wish));
    while (true) {
      while (client.countTokens(messages).inputTokens() > 100_000 && messages.size() > 2) {
        messages.remove(1);
      }
      ChatClient.Message message = client.create(messages);
      if (message.toolCalls().isEmpty()) {
        return message.text();
      }
      for (ChatClient.ToolCall call : message.toolCalls()) {
        messages.add(execute(call));
      }
    }
  }

  private String execute(ChatClient.ToolCall call) {
    UnaryOperator<String> tool = tools.get(call.name());
    return tool == null ? "unknown tool " + call.name() : tool.apply(call.arguments());
  }
}
