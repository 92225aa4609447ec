package io.loopsentinel.it.agentscope;

import io.agentscope.core.message.ToolResultBlock;
import io.agentscope.core.tool.AgentTool;
import io.agentscope.core.tool.ToolCallParam;
import io.loopsentinel.it.scenario.Library;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Mono;

/**
 * A tool as a class of the application, whose result fails with what goes wrong.
 *
 * @param library what it searches
 */
record SearchClass(Library library) implements AgentTool {

  static final Map<String, Object> PARAMETERS =
      Map.of(
          "type",
          "object",
          "properties",
          Map.of("query", Map.of("type", "string", "description", "what to search for")),
          "required",
          List.of("query"));

  @Override
  public String getName() {
    return "search";
  }

  @Override
  public String getDescription() {
    return "Searches the library";
  }

  @Override
  public Map<String, Object> getParameters() {
    return PARAMETERS;
  }

  @Override
  public Mono<ToolResultBlock> callAsync(ToolCallParam param) {
    String query = String.valueOf(param.getInput().get("query"));
    return Mono.fromCallable(() -> ToolResultBlock.text(library.search(query)));
  }
}
