package io.loopsentinel.it.googleadk;

import com.google.adk.tools.Annotations.Schema;
import io.loopsentinel.it.contract.SearchedLibrary;

/** Tools that are methods, one for each rung. Public, because ADK calls them by reflection. */
public record RungTools(SearchedLibrary library) {

  /** The loops of it are hinted. */
  @Schema(name = "search_hint", description = "Searches the library")
  public String hint(@Schema(name = "query", description = "what to search for") String query) {
    return library.search(query);
  }

  /** The loops of it are aborted. */
  @Schema(name = "search_abort", description = "Searches the library")
  public String abort(@Schema(name = "query", description = "what to search for") String query) {
    return library.search(query);
  }

  /** The loops of it end the session. */
  @Schema(name = "search_terminate", description = "Searches the library")
  public String terminate(
      @Schema(name = "query", description = "what to search for") String query) {
    return library.search(query);
  }
}
