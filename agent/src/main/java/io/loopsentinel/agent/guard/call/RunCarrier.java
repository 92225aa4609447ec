package io.loopsentinel.agent.guard.call;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.targets.thread.AgentThread;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries a run to the threads on which its work is done, and a tool call that waits for a future
 * to the functions that are passed to the future.
 *
 * <p>Called by the JDK's executors, possibly under locks of the application: once warmed up it
 * loads no class, and it never blocks or submits a task. Thread-safe.
 */
public final class RunCarrier {

  private final FramesByThread threads;
  private final TaskRuns tasks = new TaskRuns();

  public RunCarrier(FramesByThread threads) {
    this.threads = threads;
  }

  /** Records that this thread submits a task. */
  public void handOver(Object task) {
    RunFrame run = threads.run();
    if (run != null || !tasks.isEmpty()) {
      tasks.put(task, run);
    }
  }

  /**
   * Enters the run of a task that begins on this thread; returns the exit, or {@code null}. A
   * thread of the agent enters none, unless it works for a run, because waiting events and alerts
   * would keep the runs that have caused them.
   */
  public @Nullable Runnable begin(Object task) {
    RunFrame run = tasks.take(task);
    if (run == null || (AgentThread.isCurrent() && threads.run() == null)) {
      return null;
    }
    ThreadFrames frames = threads.get();
    ThreadFrames.Active before = frames.active;
    frames.active = before.within(run);
    return () -> frames.active = before;
  }

  /** As {@link #begin}, for a pool thread that may have begun the task already. */
  public void beforeRun(Object task) {
    if (threads.run() == null) {
      begin(task);
    }
  }

  /**
   * Wraps a function so that it runs in the current run and tool call on any thread. Returns the
   * function itself if there is neither, or if {@code CompletableFuture} takes no such type.
   */
  @SuppressWarnings("unchecked") // Values are passed through unchanged.
  public @Nullable Object carry(@Nullable Object function, Class<?> type) {
    Origin origin = new Origin(threads.run(), threads.awaitedCall());
    if (origin.isNone() || function == null || function instanceof Carried) {
      return function;
    }
    if (type == Runnable.class) {
      return (Runnable & Carried) () -> run(origin, (Runnable) function);
    }
    if (type == Supplier.class) {
      return (Supplier<Object> & Carried) () -> within(origin, (Supplier<Object>) function);
    }
    if (type == Consumer.class) {
      Consumer<Object> own = (Consumer<Object>) function;
      return (Consumer<Object> & Carried) value -> run(origin, () -> own.accept(value));
    }
    if (type == Function.class) {
      Function<Object, Object> own = (Function<Object, Object>) function;
      return (Function<Object, Object> & Carried) value -> within(origin, () -> own.apply(value));
    }
    if (type == BiConsumer.class) {
      BiConsumer<Object, Object> own = (BiConsumer<Object, Object>) function;
      return (BiConsumer<Object, Object> & Carried)
          (value, other) -> run(origin, () -> own.accept(value, other));
    }
    if (type == BiFunction.class) {
      BiFunction<Object, Object, Object> own = (BiFunction<Object, Object, Object>) function;
      return (BiFunction<Object, Object, Object> & Carried)
          (value, other) -> within(origin, () -> own.apply(value, other));
    }
    return function;
  }

  /** A function that was wrapped already. */
  private interface Carried {}

  /** The run and tool call of the thread that submitted a function. */
  private record Origin(@Nullable RunFrame run, @Nullable ToolFrame call) {

    boolean isNone() {
      return run == null && call == null;
    }

    ThreadFrames.Active on(ThreadFrames.Active thread) {
      return new ThreadFrames.Active(
          call != null && call.isAwaited() ? call : thread.call(),
          run == null ? thread.run() : run,
          thread.turn());
    }
  }

  private void run(Origin origin, Runnable work) {
    within(
        origin,
        () -> {
          work.run();
          return null;
        });
  }

  private @Nullable Object within(Origin origin, Supplier<@Nullable Object> work) {
    ThreadFrames frames = threads.get();
    ThreadFrames.Active before = frames.active;
    frames.active = origin.on(before);
    try {
      return work.get();
    } finally {
      frames.active = before; // No method call: it would fail on a full stack.
    }
  }

  /** Removes this thread from its run. Called when a pool thread has finished a task. */
  public void leave() {
    threads.leave();
  }

  /** Lets new threads inherit the current run. Called when pools call the methods above. */
  public void enableInheritance() {
    threads.enableInheritance();
  }

  /** Calls each method once, so that all classes are loaded. */
  public void warmUp() {
    Object task = new Object();
    ThreadFrames own = threads.get();
    ThreadFrames.Active before = own.active;
    own.active = before.within(new RunFrame("warm-up", null, false, Attribution.NONE));
    try {
      handOver(task);
      handOver(task);
      this.<Runnable>carried(() -> {}, Runnable.class).run();
      Supplier<Object> supplier = carried(() -> task, Supplier.class);
      Function<Object, Object> function = carried(value -> value, Function.class);
      Consumer<Object> consumer = carried(value -> {}, Consumer.class);
      consumer.accept(function.apply(supplier.get()));
      BiFunction<Object, Object, Object> both = carried((value, other) -> value, BiFunction.class);
      BiConsumer<Object, Object> end = carried((value, other) -> {}, BiConsumer.class);
      end.accept(task, both.apply(task, task));
      leave();
      beforeRun(task);
      for (Runnable begun = begin(task); begun != null; begun = begin(task)) {
        begun.run();
      }
    } finally {
      own.active = before;
    }
  }

  @SuppressWarnings("unchecked") // The wrapper has the requested type.
  private <T> T carried(T function, Class<?> type) {
    return (T) Objects.requireNonNull(carry(function, type));
  }
}
