package com.acme.shapes.consumed;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Answers questions about contracts. */
public final class Paralegal {

  private final LegalModel model = new LegalModel();
  private final Map<String, UnaryOperator<String>> tools = new HashMap<>();

  public String ask(String matterId, String question) throws IOException, InterruptedException {
    List<String> messages = new ArrayList<>(List.of(matterId, question));
    for (int turn = 0; turn < 20; turn++) {
      String content = model.chat(messages).content();
      if (!content.startsWith("CALL ")) {
        return content;
      }
      String[] words = content.split(" ", 3);
      messages.add(runTool(words[1], words[2]));
    }
    return "I could not find out.";
  }

  private String runTool(String toolName, String argumentsJson) {
    UnaryOperator<String> tool = tools.get(toolName);
    if (tool == null) {
      return "There is no tool called " + toolName;
    }
    return tool.apply(argumentsJson);
  }
}
