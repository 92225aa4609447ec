package io.loopsentinel.it.agentic;

import dev.langchain4j.agentic.Agent;
import dev.langchain4j.service.V;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Agents without a model, which count their calls. */
final class Counter {

  private final int users;
  private final CyclicBarrier allUsers;
  private final AtomicInteger runs = new AtomicInteger();
  private final Semaphore begun = new Semaphore(0);

  /**
   * Creates a counter.
   *
   * @param users how many runs there are at once: the first calls wait for each other
   */
  Counter(int users) {
    this.users = users;
    this.allUsers = new CyclicBarrier(users);
  }

  /** Returns an agent whose output is a text. */
  Object ofTexts() {
    return new Texts();
  }

  /** Returns another such agent, which runs aside. */
  Object ofTextsAside() {
    return new TextsAside();
  }

  /** Returns an agent whose output is a number. */
  Object ofNumbers() {
    return new Numbers();
  }

  int runs() {
    return runs.get();
  }

  /** Waits until so many calls have begun, for some may run aside; a minute at most. */
  void awaitRuns(int least) throws InterruptedException {
    begun.tryAcquire(least, 1, TimeUnit.MINUTES);
  }

  private void count() {
    int run = runs.incrementAndGet();
    begun.release();
    if (run <= users) {
      try {
        allUsers.await(1, TimeUnit.MINUTES);
      } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
        throw new IllegalStateException("The other user has not come", e);
      }
    }
  }

  /** An agent whose output is a text. */
  public final class Texts {
    @Agent(description = "Counts the books", outputKey = "text")
    public String texts(@V("query") String query) {
      count();
      return "3 books on " + query;
    }
  }

  /** An agent that nobody waits for until its output is asked for. */
  public final class TextsAside {
    @Agent(description = "Counts the books", outputKey = "aside", async = true)
    public String aside(@V("query") String query) {
      count();
      return "3 books on " + query;
    }
  }

  /** An agent whose output is a number. */
  public final class Numbers {
    @Agent(description = "Counts the books", outputKey = "number")
    public double numbers(@V("query") String query) {
      count();
      return 3;
    }
  }
}
