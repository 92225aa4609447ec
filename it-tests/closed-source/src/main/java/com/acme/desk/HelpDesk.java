package com.acme.desk;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Answers questions with the help of a model and its tools. */
final class HelpDesk {

  private static final int MAX_TURNS = 12;

  private final Map<String, Tool> tools = new HashMap<>();
  private final ModelClient model;

  HelpDesk(ModelClient model) {
    this.model = model;
  }

  void offer(String name, Tool tool) {
    tools.put(name, tool);
  }

  String ask(String question) {
    List<ChatMessage> conversation = new ArrayList<>();
    conversation.add(ChatMessage.ofUser(question));
    for (int turn = 0; turn < MAX_TURNS; turn++) {
      Completion completion = model.complete(conversation);
      if (completion.requests().isEmpty()) {
        return completion.text();
      }
      conversation.add(ChatMessage.ofAssistant(completion.toolCalls()));
      for (ToolRequest request : completion.requests()) {
        ToolOutput output = dispatch(request).await();
        conversation.add(ChatMessage.ofTool(request.id(), output.text()));
      }
    }
    return "no answer after " + MAX_TURNS + " turns";
  }

  private final Pending<ToolOutput> dispatch(ToolRequest request) {
    Tool tool = tools.get(request.name());
    if (tool == null) {
      return Pending.completed(ToolOutput.failure("unknown tool: " + request.name()));
    }
    try {
      return Pending.completed(ToolOutput.success(tool.run(request.arguments())));
    } catch (RuntimeException e) {
      return Pending.completed(ToolOutput.failure(String.valueOf(e.getMessage())));
    }
  }
}
