package io.loopsentinel.benchmarks.startup.program;

import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;

/** What the assistant of {@link SpringAiProgram} can do. */
public final class SpringAiTool {

  @Tool(description = "Searches the library")
  public String search(@ToolParam(description = "what to search for") String query) {
    return "3 books on " + query;
  }
}
