package io.loopsentinel.agent.guard;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A function that runs within a run, whichever thread calls it.
 *
 * <p>Each kind restores what was in force before with a write of its own: where the thread has no
 * stack left, there is none for a call either.
 */
abstract class CarriedFunction {

  /** The run in which the function is called. */
  final RunFrame carried;

  private final FramesByThread threads;

  private CarriedFunction(RunFrame run, FramesByThread threads) {
    this.carried = run;
    this.threads = threads;
  }

  /**
   * Returns a function's equal within a run.
   *
   * @param type what the function is to be; of no type but those of the JDK's futures, it is
   *     returned as it is
   */
  @SuppressWarnings("unchecked") // What a function takes and gives is passed on as it is.
  static @Nullable Object of(
      @Nullable Object function, Class<?> type, RunFrame run, FramesByThread threads) {
    if (function == null || function instanceof CarriedFunction) {
      return function;
    }
    if (type == Runnable.class) {
      return new OfRunnable((Runnable) function, run, threads);
    }
    if (type == Supplier.class) {
      return new OfSupplier((Supplier<Object>) function, run, threads);
    }
    if (type == Consumer.class) {
      return new OfConsumer((Consumer<Object>) function, run, threads);
    }
    if (type == Function.class) {
      return new OfFunction((Function<Object, Object>) function, run, threads);
    }
    if (type == BiConsumer.class) {
      return new OfBiConsumer((BiConsumer<Object, Object>) function, run, threads);
    }
    if (type == BiFunction.class) {
      return new OfBiFunction((BiFunction<Object, Object, Object>) function, run, threads);
    }
    return function;
  }

  /** Returns the frames of the thread that calls the function. */
  final ThreadFrames frames() {
    return threads.bequeathing();
  }

  private static final class OfRunnable extends CarriedFunction implements Runnable {

    private final Runnable function;

    OfRunnable(Runnable function, RunFrame run, FramesByThread threads) {
      super(run, threads);
      this.function = function;
    }

    @Override
    public void run() {
      ThreadFrames frames = frames();
      RunFrame before = frames.run;
      frames.run = carried;
      try {
        function.run();
      } finally {
        frames.run = before;
      }
    }
  }

  private static final class OfSupplier extends CarriedFunction implements Supplier<Object> {

    private final Supplier<Object> function;

    OfSupplier(Supplier<Object> function, RunFrame run, FramesByThread threads) {
      super(run, threads);
      this.function = function;
    }

    @Override
    public Object get() {
      ThreadFrames frames = frames();
      RunFrame before = frames.run;
      frames.run = carried;
      try {
        return function.get();
      } finally {
        frames.run = before;
      }
    }
  }

  private static final class OfConsumer extends CarriedFunction implements Consumer<Object> {

    private final Consumer<Object> function;

    OfConsumer(Consumer<Object> function, RunFrame run, FramesByThread threads) {
      super(run, threads);
      this.function = function;
    }

    @Override
    public void accept(Object value) {
      ThreadFrames frames = frames();
      RunFrame before = frames.run;
      frames.run = carried;
      try {
        function.accept(value);
      } finally {
        frames.run = before;
      }
    }
  }

  private static final class OfFunction extends CarriedFunction
      implements Function<Object, Object> {

    private final Function<Object, Object> function;

    OfFunction(Function<Object, Object> function, RunFrame run, FramesByThread threads) {
      super(run, threads);
      this.function = function;
    }

    @Override
    public Object apply(Object value) {
      ThreadFrames frames = frames();
      RunFrame before = frames.run;
      frames.run = carried;
      try {
        return function.apply(value);
      } finally {
        frames.run = before;
      }
    }
  }

  private static final class OfBiConsumer extends CarriedFunction
      implements BiConsumer<Object, Object> {

    private final BiConsumer<Object, Object> function;

    OfBiConsumer(BiConsumer<Object, Object> function, RunFrame run, FramesByThread threads) {
      super(run, threads);
      this.function = function;
    }

    @Override
    public void accept(Object value, Object other) {
      ThreadFrames frames = frames();
      RunFrame before = frames.run;
      frames.run = carried;
      try {
        function.accept(value, other);
      } finally {
        frames.run = before;
      }
    }
  }

  private static final class OfBiFunction extends CarriedFunction
      implements BiFunction<Object, Object, Object> {

    private final BiFunction<Object, Object, Object> function;

    OfBiFunction(
        BiFunction<Object, Object, Object> function, RunFrame run, FramesByThread threads) {
      super(run, threads);
      this.function = function;
    }

    @Override
    public Object apply(Object value, Object other) {
      ThreadFrames frames = frames();
      RunFrame before = frames.run;
      frames.run = carried;
      try {
        return function.apply(value, other);
      } finally {
        frames.run = before;
      }
    }
  }
}
