package io.loopsentinel.it.googleadk;

import com.google.adk.tools.Annotations.Schema;
import io.loopsentinel.it.scenario.Library;
import io.reactivex.rxjava3.core.Single;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A tool that is a method. Public, for ADK calls it by reflection.
 *
 * @param library what it searches
 */
public record SearchTool(Library library) {

  @Schema(name = "search", description = "Searches the library")
  public String search(@Schema(name = "query", description = "what to search for") String query) {
    return library.search(query);
  }

  /** Searches on another thread; a result that comes later has to be a map in ADK 1.0. */
  @Schema(name = "search", description = "Searches the library")
  public Single<Map<String, Object>> searchLater(
      @Schema(name = "query", description = "what to search for") String query) {
    return Single.fromCompletionStage(
        CompletableFuture.supplyAsync(() -> Map.of("result", search(query)), SearchTool::start));
  }

  /** No pool: users that wait for each other need a thread each. */
  private static void start(Runnable work) {
    Thread thread = new Thread(work, "search");
    thread.setDaemon(true);
    thread.start();
  }
}
