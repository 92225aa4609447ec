package io.loopsentinel.it.agentic;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import java.util.concurrent.atomic.AtomicInteger;

/** The tool of a {@link Librarian}. */
final class Shelves {

  private final AtomicInteger runs = new AtomicInteger();

  @Tool("Searches the shelves")
  String search(@P("what to search for") String query) {
    runs.incrementAndGet();
    return "3 books on " + query;
  }

  int runs() {
    return runs.get();
  }
}
