package com.acme.desk;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;

/** A value that may come later. */
final class Pending<T> {

  private final FutureTask<T> task;

  private Pending(Callable<T> source) {
    this.task = new FutureTask<>(source);
  }

  static <T> Pending<T> completed(T value) {
    Pending<T> pending = new Pending<>(() -> value);
    pending.task.run();
    return pending;
  }

  static <T> Pending<T> start(ExecutorService executor, Callable<T> source) {
    Pending<T> pending = new Pending<>(source);
    executor.execute(pending.task);
    return pending;
  }

  T await() {
    try {
      return task.get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
