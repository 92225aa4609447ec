package io.loopsentinel.it.quarkus;

import dev.langchain4j.agent.tool.Tool;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.context.ApplicationScoped;

/** The same on virtual threads. */
@ApplicationScoped
class VirtualTools {

  private final SearchedShelves shelves;

  VirtualTools(SearchedShelves shelves) {
    this.shelves = shelves;
  }

  @Tool("Searches the library")
  @RunOnVirtualThread
  String search_hint(String query) {
    return shelves.library().search(query);
  }

  @Tool("Searches the library")
  @RunOnVirtualThread
  String search_abort(String query) {
    return shelves.library().search(query);
  }

  @Tool("Searches the library")
  @RunOnVirtualThread
  String search_terminate(String query) {
    return shelves.library().search(query);
  }
}
