package com.acme.shapes.embeddingmodel;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Embeds each message to find what was said before, and asks the model. */
public final class Researcher {

  private final EmbeddingModel embeddings = new EmbeddingModel();
  private final ChatModel chat;
  private final Map<String, Function<Map<String, Object>, String>> tools = new HashMap<>();

  public Researcher(ChatModel chat) {
    this.chat = chat;
  }

  public String research(String topic) throws IOException {
    List<String> messages = new ArrayList<>(List.of(topic));
    while (true) {
      messages.add("near: " + embeddings.call(messages).embedding().size());
      ChatModel.ChatResponse response = chat.call(messages);
      if (response.toolCalls().isEmpty()) {
        return response.text();
      }
      for (ChatModel.ToolCall call : response.toolCalls()) {
        messages.add(runTool(call));
      }
    }
  }

  private String runTool(ChatModel.ToolCall call) {
    Function<Map<String, Object>, String> tool = tools.get(call.name());
    return tool == null ? "unknown tool " + call.name() : tool.apply(call.arguments());
  }
}
