package io.loopsentinel.it.langchain4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolMemoryId;

/** A tool that is an agent, with a conversation for each user of the outer one. */
record Librarian(Asked agent) {

  /** Answers a user. */
  @FunctionalInterface
  interface Asked {
    String answer(String user, String question);
  }

  @Tool("Asks a librarian")
  String librarian(@ToolMemoryId String user, @P("what to ask") String request) {
    return agent.answer(user, request);
  }
}
