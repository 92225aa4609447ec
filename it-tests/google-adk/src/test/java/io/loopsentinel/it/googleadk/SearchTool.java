package io.loopsentinel.it.googleadk;

import com.google.adk.tools.Annotations.Schema;
import io.reactivex.rxjava3.core.Single;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** A tool that counts how often it is executed. Public, for ADK calls it by reflection. */
public final class SearchTool {

  /** What a model in a loop searches for. */
  static final String LOOPS = "loops";

  /** What cannot be searched for begins so. */
  static final String BROKEN = "broken shelf ";

  private final CyclicBarrier users;
  private final AtomicInteger runs = new AtomicInteger();
  private final AtomicInteger runsOfLoop = new AtomicInteger();

  /**
   * Creates a tool.
   *
   * @param users how many execute it at the same moment: each execution waits for the others'
   */
  SearchTool(int users) {
    this.users = new CyclicBarrier(users);
  }

  /** Searches. */
  @Schema(name = "search", description = "Searches the library")
  public String search(@Schema(name = "query", description = "what to search for") String query) {
    runs.incrementAndGet();
    if (query.contains(LOOPS)) {
      runsOfLoop.incrementAndGet();
    }
    if (query.contains(BROKEN)) {
      throw new IllegalStateException("The catalogue is closed");
    }
    awaitOtherUsers();
    return "3 books on " + query;
  }

  /** Searches on another thread; a result that comes later has to be a map in ADK 1.0. */
  @Schema(name = "search", description = "Searches the library")
  public Single<Map<String, Object>> searchLater(
      @Schema(name = "query", description = "what to search for") String query) {
    return Single.fromCompletionStage(
        CompletableFuture.supplyAsync(() -> Map.of("result", search(query)), SearchTool::start));
  }

  int runs() {
    return runs.get();
  }

  /** Returns how often it was executed for {@link #LOOPS}. */
  int runsOfLoop() {
    return runsOfLoop.get();
  }

  private void awaitOtherUsers() {
    try {
      users.await(1, TimeUnit.MINUTES);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException("The users do not search at the same time", e);
    }
  }

  /** No pool: users that wait for each other need a thread each. */
  private static void start(Runnable work) {
    Thread thread = new Thread(work, "search");
    thread.setDaemon(true);
    thread.start();
  }
}
