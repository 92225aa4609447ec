package io.loopsentinel.it.langgraph4j;

import io.loopsentinel.it.contract.SearchedLibrary;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;

/**
 * A tool for each rung.
 *
 * @param library what they search
 */
record RungTools(SearchedLibrary library) {

  @Tool(description = "Searches the library")
  String search_hint(@ToolParam(description = "what to search for") String query) {
    return library.search(query);
  }

  @Tool(description = "Searches the library")
  String search_abort(@ToolParam(description = "what to search for") String query) {
    return library.search(query);
  }

  @Tool(description = "Searches the library")
  String search_terminate(@ToolParam(description = "what to search for") String query) {
    return library.search(query);
  }
}
