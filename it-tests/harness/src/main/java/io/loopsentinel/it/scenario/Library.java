package io.loopsentinel.it.scenario;

import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** What tools search; counts the searches. */
public final class Library {

  /** What a model in a loop searches for. */
  public static final String LOOPS = "loops";

  /** What cannot be searched for begins so. */
  public static final String BROKEN = "broken shelf number ";

  /** What is found on a map, whichever it is. */
  public static final String MAP = "map ";

  /** Subjects with the same answer, so that a search for a second one brings nothing new. */
  private static final List<String> UNSORTED =
      List.of(
          "aardvarks",
          "bagpipes",
          "comets",
          "dentistry",
          "embroidery",
          "falconry",
          "geysers",
          "heraldry",
          "igloos",
          "juggling",
          "kites",
          "limericks");

  /** What stands on another shelf at each search. */
  public static final String MOVING = "the librarian";

  private final CyclicBarrier users;
  private final AtomicInteger searches = new AtomicInteger();
  private final AtomicInteger searchesForLoops = new AtomicInteger();

  /**
   * Creates a library.
   *
   * @param users how many search at the same moment: each search waits for the others'
   */
  public Library(int users) {
    this.users = new CyclicBarrier(users);
  }

  /** Returns responses in which nothing is wrong: four searches in three responses. */
  public static List<ToolCalls> healthySearches(Function<String, ToolCall> search) {
    return List.of(
        new ToolCalls(List.of(search.apply(LOOPS), search.apply("knots"))),
        new ToolCalls(List.of(search.apply("circles"))),
        new ToolCalls(List.of(search.apply(LOOPS))));
  }

  /** Returns a subject that is unlike the one before and has the same answer. */
  public static String unsorted(int number) {
    return UNSORTED.get(number % UNSORTED.size());
  }

  /** Searches; fails for what is {@link #BROKEN}. */
  public String search(String query) {
    int search = searches.incrementAndGet();
    if (query.equals(LOOPS)) {
      searchesForLoops.incrementAndGet();
    }
    if (query.startsWith(BROKEN)) {
      throw new IllegalStateException("The catalogue is closed");
    }
    awaitOtherUsers();
    if (UNSORTED.contains(query)) {
      return "A shelf of unsorted prints";
    }
    if (query.equals(MOVING)) {
      return "at shelf " + search;
    }
    return query.startsWith(MAP)
        ? "A river between two hills and nothing else"
        : "3 books on " + query;
  }

  /** Returns how often it was searched. */
  public int searches() {
    return searches.get();
  }

  /** Returns how often it was searched for {@link #LOOPS}. */
  int searchesForLoops() {
    return searchesForLoops.get();
  }

  private void awaitOtherUsers() {
    try {
      users.await(1, TimeUnit.MINUTES);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException("The users do not search at the same time", e);
    }
  }
}
