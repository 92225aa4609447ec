package io.loopsentinel.it.agentscope;

import io.agentscope.core.tool.Tool;
import io.agentscope.core.tool.ToolParam;
import io.loopsentinel.it.scenario.Library;
import java.util.concurrent.CompletableFuture;

/**
 * A tool that is a method whose result comes later. Public, for AgentScope calls it by reflection.
 *
 * @param library what it searches
 */
public record LaterSearchTool(Library library) {

  /** Searches on another thread. */
  @Tool(name = "search", description = "Searches the library")
  public CompletableFuture<String> search(
      @ToolParam(name = "query", description = "what to search for") String query) {
    return CompletableFuture.supplyAsync(() -> library.search(query), LaterSearchTool::start);
  }

  /** No pool: users that wait for each other need a thread each. */
  private static void start(Runnable work) {
    Thread thread = new Thread(work, "search");
    thread.setDaemon(true);
    thread.start();
  }
}
