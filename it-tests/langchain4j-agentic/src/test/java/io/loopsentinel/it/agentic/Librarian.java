package io.loopsentinel.it.agentic;

import dev.langchain4j.agentic.Agent;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.V;

/** An agent with a model of its own, which may search the shelves. */
public interface Librarian {

  @UserMessage("Search for {{query}}")
  @Agent(description = "Searches the library", outputKey = "answer")
  String ask(@V("query") String query);
}
