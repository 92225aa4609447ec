package io.loopsentinel.it.springaialibaba;

import io.loopsentinel.it.contract.SearchedLibrary;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;

/** A tool for each rung. */
record RungTools(SearchedLibrary library) {

  @Tool(name = "search_hint", description = "Searches the library")
  String searchHint(@ToolParam(description = "what to search for") String query) {
    return library.search(query);
  }

  @Tool(name = "search_abort", description = "Searches the library")
  String searchAbort(@ToolParam(description = "what to search for") String query) {
    return library.search(query);
  }

  @Tool(name = "search_terminate", description = "Searches the library")
  String searchTerminate(@ToolParam(description = "what to search for") String query) {
    return library.search(query);
  }
}
