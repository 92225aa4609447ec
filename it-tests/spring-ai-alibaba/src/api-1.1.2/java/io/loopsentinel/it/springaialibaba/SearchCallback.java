package io.loopsentinel.it.springaialibaba;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.scenario.Library;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/**
 * A tool as a class of the application, which knows nothing of a tool's context.
 *
 * @param library what it searches
 */
record SearchCallback(Library library) implements ToolCallback {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ToolDefinition DEFINITION =
      ToolDefinition.builder()
          .name("search")
          .description("Searches the library")
          .inputSchema(
              """
              {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}
              """)
          .build();

  @Override
  public ToolDefinition getToolDefinition() {
    return DEFINITION;
  }

  @Override
  public String call(String toolInput) {
    try {
      return library.search(JSON.readTree(toolInput).path("input").asText());
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
