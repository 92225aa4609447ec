package io.loopsentinel.it.quarkus;

import dev.langchain4j.agent.tool.Tool;
import jakarta.enterprise.context.ApplicationScoped;

/** A tool for each rung. */
@ApplicationScoped
class RungTools {

  private final SearchedShelves shelves;

  RungTools(SearchedShelves shelves) {
    this.shelves = shelves;
  }

  @Tool("Searches the library")
  String search_hint(String query) {
    return shelves.library().search(query);
  }

  @Tool("Searches the library")
  String search_abort(String query) {
    return shelves.library().search(query);
  }

  @Tool("Searches the library")
  String search_terminate(String query) {
    return shelves.library().search(query);
  }
}
