package io.loopsentinel.it.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.service.tool.ToolExecutor;

/** Executes the tool in the application's own way. */
final class SearchExecutor implements ToolExecutor {

  private final SearchTool tool;

  SearchExecutor(SearchTool tool) {
    this.tool = tool;
  }

  @Override
  public String execute(ToolExecutionRequest request, Object memoryId) {
    return tool.searchByArguments(request.arguments());
  }
}
