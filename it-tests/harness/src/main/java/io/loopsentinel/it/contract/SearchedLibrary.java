package io.loopsentinel.it.contract;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What the tools of all users search; counts the searches. Thread-safe. */
public final class SearchedLibrary {

  /** A framework may have one thread for all tools; then the users come one after the other. */
  private static final int MAX_WAIT_SECONDS = 5;

  private final Map<String, Integer> searches = new ConcurrentHashMap<>();
  private final Map<String, CountDownLatch> users = new ConcurrentHashMap<>();

  /** Searches; the first search of a user waits for that of the user who asks at the same time. */
  public String search(String query) {
    searches.merge(query, 1, Integer::sum);
    Question question = Question.of(query);
    if (question.isFirstSearch(query) && searches(query) == 1) {
      meet(question.scene());
    }
    return "3 books on " + query;
  }

  int searches(String query) {
    return searches.getOrDefault(query, 0);
  }

  private void meet(String scene) {
    CountDownLatch both = users.computeIfAbsent(scene, key -> new CountDownLatch(2));
    both.countDown();
    try {
      boolean unused = both.await(MAX_WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
