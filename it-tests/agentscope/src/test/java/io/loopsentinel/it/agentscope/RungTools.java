package io.loopsentinel.it.agentscope;

import io.agentscope.core.tool.Tool;
import io.agentscope.core.tool.ToolParam;
import io.loopsentinel.it.contract.SearchedLibrary;

/**
 * A tool for each rung. Public, for AgentScope calls it by reflection.
 *
 * @param library what they search
 */
public record RungTools(SearchedLibrary library) {

  @Tool(name = "search_hint", description = "Searches the library")
  public String hint(@ToolParam(name = "query", description = "what to search for") String query) {
    return library.search(query);
  }

  @Tool(name = "search_abort", description = "Searches the library")
  public String abort(@ToolParam(name = "query", description = "what to search for") String query) {
    return library.search(query);
  }

  @Tool(name = "search_terminate", description = "Searches the library")
  public String terminate(
      @ToolParam(name = "query", description = "what to search for") String query) {
    return library.search(query);
  }
}
