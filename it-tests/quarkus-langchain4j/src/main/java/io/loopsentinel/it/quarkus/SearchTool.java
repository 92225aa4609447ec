package io.loopsentinel.it.quarkus;

import dev.langchain4j.agent.tool.Tool;
import jakarta.enterprise.context.ApplicationScoped;

/** The tool. */
@ApplicationScoped
class SearchTool {

  private final Shelves shelves;

  SearchTool(Shelves shelves) {
    this.shelves = shelves;
  }

  @Tool("Searches the catalogue")
  String search(String query) {
    return shelves.library().search(query);
  }
}
