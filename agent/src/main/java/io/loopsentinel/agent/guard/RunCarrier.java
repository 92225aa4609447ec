package io.loopsentinel.agent.guard;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes a run along to the threads on which its work is done.
 *
 * <p>The JDK's own executors call it, under whatever locks the application holds: once warmed up it
 * loads no class, and it never waits for anything or hands over a task itself. Thread-safe.
 */
public final class RunCarrier {

  private final FramesByThread threads;
  private final TaskRuns tasks = new TaskRuns();

  RunCarrier(FramesByThread threads) {
    this.threads = threads;
  }

  /** Notes that this thread hands a task to another. */
  public void handOver(Object task) {
    RunFrame run = threads.run();
    if (run != null || !tasks.isEmpty()) {
      tasks.put(task, run);
    }
  }

  /**
   * Puts the run of a task in force, which begins on this thread.
   *
   * @return ends it; {@code null} where the task was handed over outside of any run
   */
  public @Nullable Runnable begin(Object task) {
    RunFrame run = tasks.take(task);
    if (run == null) {
      return null;
    }
    ThreadFrames frames = threads.bequeathing();
    Adopted adopted = new Adopted(frames, frames.run);
    frames.run = run;
    return adopted;
  }

  /**
   * As {@link #begin}, for a thread of a pool that may have taken the task before it could be told;
   * what was begun already goes on.
   */
  public void beforeRun(Object task) {
    if (threads.run() == null) {
      begin(task);
    }
  }

  /**
   * Returns a function that runs within the run now in force, wherever it is called.
   *
   * @param type what it is to be: one of the types that {@code CompletableFuture} takes
   * @return the function itself outside of any run, and where the type is another
   */
  public @Nullable Object carry(@Nullable Object function, Class<?> type) {
    RunFrame run = threads.run();
    return run == null ? function : CarriedFunction.of(function, type, run, threads);
  }

  /** Takes this thread out of any run: it belongs to a pool, and its last task is over. */
  public void leave() {
    threads.leave();
  }

  /** Has new threads inherit the run in force; to be called when pools call all of the above. */
  public void letInherit() {
    threads.letInherit();
  }

  /** Does each of these things once, so that all classes are loaded before it matters. */
  public void warmUp() {
    Object task = new Object();
    ThreadFrames own = threads.bequeathing();
    RunFrame before = own.run;
    own.run = new RunFrame("warm-up", null);
    try {
      handOver(task);
      handOver(task);
      Object[] carried = {
        carry((Runnable) () -> {}, Runnable.class),
        carry((Supplier<Object>) () -> task, Supplier.class),
        carry((Consumer<Object>) value -> {}, Consumer.class),
        carry((Function<Object, Object>) value -> value, Function.class),
        carry((BiConsumer<Object, Object>) (value, other) -> {}, BiConsumer.class),
        carry((BiFunction<Object, Object, Object>) (value, other) -> value, BiFunction.class)
      };
      ((Runnable) carried[0]).run();
      leave();
      beforeRun(task);
      for (Runnable end = begin(task); end != null; end = begin(task)) {
        end.run();
      }
    } finally {
      own.run = before;
    }
  }

  /** The run of a task on the thread that does it. */
  private record Adopted(ThreadFrames frames, @Nullable RunFrame before) implements Runnable {
    @Override
    public void run() {
      frames.run = before;
    }
  }
}
