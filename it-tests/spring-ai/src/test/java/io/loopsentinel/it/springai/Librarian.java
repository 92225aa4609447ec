package io.loopsentinel.it.springai;

import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;

/** A tool that is an agent. */
record Librarian(Asked agent) {

  /** Answers questions. */
  @FunctionalInterface
  interface Asked {
    String answer(String question) throws Throwable;
  }

  @Tool(name = "librarian", description = "Asks a librarian")
  String librarian(@ToolParam(description = "what to ask") String request) throws Throwable {
    return agent.answer(request);
  }
}
