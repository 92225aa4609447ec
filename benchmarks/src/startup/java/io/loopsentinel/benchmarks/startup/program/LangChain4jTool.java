package io.loopsentinel.benchmarks.startup.program;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;

/** What the assistant of {@link LangChain4jProgram} can do. */
public final class LangChain4jTool {

  @Tool("Searches the library")
  public String search(@P("what to search for") String query) {
    return "3 books on " + query;
  }
}
