package io.loopsentinel.it.langgraph4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import io.loopsentinel.it.contract.SearchedLibrary;

/**
 * A tool for each rung.
 *
 * @param library what they search
 */
record RungTools(SearchedLibrary library) {

  @Tool("Searches the library")
  String search_hint(@P("what to search for") String query) {
    return library.search(query);
  }

  @Tool("Searches the library")
  String search_abort(@P("what to search for") String query) {
    return library.search(query);
  }

  @Tool("Searches the library")
  String search_terminate(@P("what to search for") String query) {
    return library.search(query);
  }
}
