package io.loopsentinel.it.langgraph4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import io.loopsentinel.it.scenario.Library;

/**
 * A tool that is a method.
 *
 * @param library what it searches
 */
record SearchTool(Library library) {

  @Tool("Searches the library")
  String search(@P("what to search for") String query) {
    return library.search(query);
  }
}
