package io.loopsentinel.it.springaialibaba;

import io.loopsentinel.it.scenario.Library;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;

/**
 * A tool that is a method.
 *
 * @param library what it searches
 */
record SearchTool(Library library) {

  @Tool(description = "Searches the library")
  String search(@ToolParam(description = "what to search for") String input) {
    return library.search(input);
  }
}
