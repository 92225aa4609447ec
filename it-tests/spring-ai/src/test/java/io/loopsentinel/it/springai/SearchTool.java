package io.loopsentinel.it.springai;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;

/** A tool that counts how often it is executed. */
final class SearchTool {

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

  @Tool(description = "Searches the library")
  String search(@ToolParam(description = "what to search for") String query) {
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
}
