package io.loopsentinel.it.agentscope;

import io.agentscope.core.tool.Tool;
import io.agentscope.core.tool.ToolParam;
import io.loopsentinel.it.scenario.Library;

/**
 * A tool that is a method. Public, for AgentScope calls it by reflection.
 *
 * @param library what it searches
 */
public record SearchTool(Library library) {

  @Tool(name = "search", description = "Searches the library")
  public String search(
      @ToolParam(name = "query", description = "what to search for") String query) {
    return library.search(query);
  }
}
