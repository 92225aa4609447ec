package io.loopsentinel.it.quarkus;

import dev.langchain4j.agent.tool.Tool;
import io.smallrye.common.annotation.NonBlocking;
import jakarta.enterprise.context.ApplicationScoped;

/** The same on the thread that gets the response, which may be an event loop. */
@ApplicationScoped
class EventLoopTools {

  private final SearchedShelves shelves;

  EventLoopTools(SearchedShelves shelves) {
    this.shelves = shelves;
  }

  @Tool("Searches the library")
  @NonBlocking
  String search_hint(String query) {
    return shelves.library().search(query);
  }

  @Tool("Searches the library")
  @NonBlocking
  String search_abort(String query) {
    return shelves.library().search(query);
  }

  @Tool("Searches the library")
  @NonBlocking
  String search_terminate(String query) {
    return shelves.library().search(query);
  }
}
