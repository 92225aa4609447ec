package io.loopsentinel.it.springai;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.execution.ToolExecutionException;

/** A tool as a class of the application, which knows nothing of a tool's context. */
final class SearchCallback implements ToolCallback {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ToolDefinition DEFINITION =
      ToolDefinition.builder()
          .name("search")
          .description("Searches the library")
          .inputSchema(
              """
              {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}
              """)
          .build();

  private final SearchTool tool;

  SearchCallback(SearchTool tool) {
    this.tool = tool;
  }

  @Override
  public ToolDefinition getToolDefinition() {
    return DEFINITION;
  }

  @Override
  public String call(String toolInput) {
    try {
      return tool.search(JSON.readTree(toolInput).path("query").asText());
    } catch (IllegalStateException | JsonProcessingException e) {
      throw new ToolExecutionException(DEFINITION, e);
    }
  }
}
