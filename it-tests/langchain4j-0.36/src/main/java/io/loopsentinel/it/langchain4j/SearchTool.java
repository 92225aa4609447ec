package io.loopsentinel.it.langchain4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.agent.tool.ToolSpecifications;
import java.util.Arrays;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** A tool that counts how often it is executed. */
final class SearchTool {

  /** What a model in a loop searches for. */
  static final String LOOPS = "loops";

  /** What stands on another shelf each time. */
  static final String MOVING = "the librarian";

  /** What cannot be searched for begins so. */
  static final String BROKEN =
      "a broken shelf in the darkest corner of the old reading room behind the stairs, number ";

  private final int users;
  private final CyclicBarrier allUsers;
  private final AtomicInteger runs = new AtomicInteger();
  private final AtomicInteger runsOfLoop = new AtomicInteger();

  /**
   * Creates a tool.
   *
   * @param users how many runs there are at once: each waits in its first search for {@link #LOOPS}
   *     until all have come so far
   */
  SearchTool(int users) {
    this.users = users;
    this.allUsers = new CyclicBarrier(users);
  }

  /** Returns the tool's specification, for those who execute it themselves. */
  static ToolSpecification specification() {
    return Arrays.stream(SearchTool.class.getDeclaredMethods())
        .filter(method -> method.isAnnotationPresent(Tool.class))
        .map(ToolSpecifications::toolSpecificationFrom)
        .findFirst()
        .orElseThrow();
  }

  @Tool("Searches the library")
  String search(@P("what to search for") String query) {
    int run = runs.incrementAndGet();
    if (query.contains(LOOPS) && runsOfLoop.incrementAndGet() <= users) {
      waitForAllUsers();
    }
    if (query.contains(BROKEN)) {
      throw new IllegalStateException("Error: the catalogue is closed");
    }
    return query.contains(MOVING) ? "at shelf " + run : "3 books on " + query;
  }

  /** Returns how often it was executed for {@link #LOOPS}. */
  int runsOfLoop() {
    return runsOfLoop.get();
  }

  int runs() {
    return runs.get();
  }

  private void waitForAllUsers() {
    try {
      allUsers.await(1, TimeUnit.MINUTES);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException("The other user has not come", e);
    }
  }
}
