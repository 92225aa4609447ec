package io.loopsentinel.it.scenario;

import io.loopsentinel.ToolLoopError;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What users got who asked.
 *
 * @param answers the answers
 * @param failures the failures that came instead of answers
 */
public record Answers(List<String> answers, List<Failure> failures) {

  static Answers none() {
    return new Answers(new ArrayList<>(), new ArrayList<>());
  }

  /**
   * Has users ask at once, each on a thread of their own, and on the same threads in each round.
   *
   * @param users what each of them does
   * @param rounds how often
   */
  public static Answers ask(List<Callable<String>> users, int rounds) throws InterruptedException {
    Answers all = none();
    List<Callable<String>> telling = users.stream().map(Answers::telling).toList();
    ExecutorService threads = Executors.newFixedThreadPool(users.size());
    try {
      for (int round = 0; round < rounds; round++) {
        for (Future<String> answer : threads.invokeAll(telling)) {
          all.add(answer);
        }
      }
    } finally {
      threads.shutdown();
    }
    return all;
  }

  /** Prints a failure without a loop at once: another user may wait for this one for ever. */
  private static Callable<String> telling(Callable<String> user) {
    return () -> {
      try {
        return user.call();
      } catch (Exception | Error e) {
        if (ToolLoopError.findIn(e).isEmpty()) {
          e.printStackTrace();
        }
        throw e;
      }
    };
  }

  /** Adds what comes of asking. For use by several threads. */
  Answers and(Callable<String> user) {
    try {
      String answer = user.call();
      synchronized (this) {
        answers.add(answer);
      }
    } catch (Exception | Error e) {
      synchronized (this) {
        failures.add(Failure.of(e));
      }
    }
    return this;
  }

  private void add(Future<String> answer) throws InterruptedException {
    try {
      answers.add(answer.get());
    } catch (ExecutionException e) {
      failures.add(Failure.of(Objects.requireNonNull(e.getCause())));
    }
  }
}
