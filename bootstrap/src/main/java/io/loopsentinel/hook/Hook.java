package io.loopsentinel.hook;

import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The one class that instrumented code calls, and the only way from there into the agent: guarded
 * methods call {@link #enter} and {@link #exit}, the JDK's executors what is below them.
 *
 * <p>Rules of this class:
 *
 * <ul>
 *   <li>It names no type outside {@code java.base}. The agent defines a copy of it in {@code
 *       java.lang} under another name, so that every class loader finds it, those that delegate
 *       nothing but {@code java.*} included.
 *   <li>It never lets an error of the agent reach the application; only a verdict that is a {@link
 *       Throwable} leaves {@link #enter} as one.
 *   <li>Its names and descriptors are written into the application's methods: change them only
 *       together with the advice.
 * </ul>
 *
 * <p>A verdict is {@code null} (run the call), an {@link Optional} (do not run it, return this
 * value instead), a {@link Throwable} (do not run it, throw this), or a {@link BiFunction} (run the
 * call, then hand its outcome over and return what comes back).
 *
 * <p>Thread-safe: the guards are published before any method that calls the hook is defined.
 */
public final class Hook implements BiConsumer<String, Object[]> {

  private static volatile @Nullable
      ClassValue<Function<String, BiFunction<Object, Object[], Object>>>
      connected;

  /** The same while guards are switched on: what is switched off costs a look at this. */
  private static volatile @Nullable
      ClassValue<Function<String, BiFunction<Object, Object[], Object>>>
      guards;

  private static volatile @Nullable Consumer<Throwable> failures;

  /** Frames of {@link #requireStack} for a guarded call, once what it needs is loaded. */
  private static final int STACK_DEPTH = 600;

  /** Causes of an error that are looked at: they may form a circle. */
  private static final int MAX_CAUSES = 10;

  /** Calls that were not guarded, and not told of yet, for the stack was nearly full. */
  private static final AtomicInteger withoutStack = new AtomicInteger();

  // What the application asks of the agent.
  private static volatile @Nullable BiFunction<String, @Nullable Object, @Nullable Object> answers;

  /** What carries runs to other threads, by operation and arguments; null until there is a run. */
  private static volatile @Nullable BiFunction<String, Object[], @Nullable Object> runs;

  private Hook() {}

  /**
   * Returns what connects the hook with the agent, which cannot name this class, by an operation
   * and its arguments. From JDK 18 on the JVM writes classes for each method that is called by
   * reflection (JEP 416): four of them took 58 ms in a program of their own, this one takes 11.
   *
   * <ul>
   *   <li>{@code connect}: with a {@link ClassValue} of the guards of the methods of a class, by
   *       the site that the advice passes, and with what is told of every error inside a guard,
   *       which must be quick. Once.
   *   <li>{@code setEnabled}: whether guarded methods ask their guards, or run as if they had none.
   *   <li>{@code connectApi}: with what answers the application, from an operation and its argument
   *       to the answer; JDK types only. Once.
   *   <li>{@code connectRuns}: with what carries runs to other threads, from one of the operations
   *       below, by its name, and its arguments to its result. Once.
   *   <li>{@code disconnect}: from then on everything runs as if there were no agent, of which
   *       nothing is kept; another one may connect.
   * </ul>
   */
  public static BiConsumer<String, Object[]> control() {
    return new Hook();
  }

  @Override
  @SuppressWarnings("unchecked")
  public void accept(String operation, Object[] arguments) {
    switch (operation) {
      case "connect" -> {
        failures = (Consumer<Throwable>) arguments[1];
        connected =
            (ClassValue<Function<String, BiFunction<Object, Object[], Object>>>) arguments[0];
        guards = connected;
      }
      case "disconnect" -> {
        guards = null;
        runs = null;
        answers = null;
        connected = null;
        failures = null;
      }
      case "setEnabled" -> guards = (Boolean) arguments[0] ? connected : null;
      case "connectApi" ->
          answers = (BiFunction<String, @Nullable Object, @Nullable Object>) arguments[0];
      case "connectRuns" -> runs = (BiFunction<String, Object[], @Nullable Object>) arguments[0];
      default -> throw new IllegalArgumentException(operation);
    }
  }

  /** Whether an agent has already taken this hook; a second one has to stand back. */
  public static boolean isConnected() {
    return connected != null;
  }

  /** Asks the agent on behalf of the application; {@code null} where it has no answer. */
  public static @Nullable Object ask(String operation, @Nullable Object argument) {
    BiFunction<String, @Nullable Object, @Nullable Object> current = answers;
    if (current == null) {
      return null;
    }
    try {
      return current.apply(operation, argument);
    } catch (Throwable failure) {
      report(failure);
      return null;
    }
  }

  /**
   * Called at the start of a guarded method.
   *
   * @param owner the class that declares the method
   * @param site which of its guarded methods this is, in the words of the agent
   * @param self the receiver, {@code null} in a static method
   * @param arguments the method's arguments, a fresh array; where its advice says so, the method
   *     runs with what is in it afterwards
   * @return the verdict, see above
   */
  public static @Nullable Object enter(
      Class<?> owner, String site, @Nullable Object self, Object[] arguments) {
    ClassValue<Function<String, BiFunction<Object, Object[], Object>>> current = guards;
    if (current == null || !hasStackSpace()) {
      return null;
    }
    Object verdict;
    try {
      verdict = current.get(owner).apply(site).apply(self, arguments);
    } catch (Throwable failure) {
      report(failure);
      return null;
    }
    if (verdict instanceof Throwable error) {
      Hook.<RuntimeException>throwUnchecked(error);
    }
    return verdict;
  }

  /**
   * Called at the end of a guarded method, skipped or run.
   *
   * @return what the method returns; the advice ignores it where the method threw
   */
  @SuppressWarnings("unchecked")
  public static @Nullable Object exit(
      @Nullable Object verdict, @Nullable Object returned, @Nullable Throwable thrown) {
    if (verdict == null) {
      return returned;
    }
    if (verdict instanceof Optional) {
      return ((Optional<Object>) verdict).orElse(null);
    }
    try {
      return ((BiFunction<Object, Throwable, Object>) verdict).apply(returned, thrown);
    } catch (Throwable failure) {
      report(failure);
      return returned;
    }
  }

  /** Called where an executor takes a task that another thread will do. */
  public static void handOver(Object task) {
    carrying("handOver", null, task);
  }

  /**
   * As {@link #handOver(Object)}, unless the pool is the one on which virtual threads are mounted:
   * its tasks are their continuations, which have nothing to do with the thread that unparks them.
   *
   * @param pool a {@link ForkJoinPool}; named as one, whoever lists these methods would load it
   */
  public static void handOver(Object pool, Object task) {
    if (runs == null) {
      return;
    }
    Object factory = ((ForkJoinPool) pool).getFactory();
    if (!factory.getClass().getPackageName().equals("java.lang")) {
      handOver(task);
    }
  }

  /**
   * Called where a task begins on its thread.
   *
   * @return to be handed to {@link #end}, unless the thread calls {@link #leave} first
   */
  public static @Nullable Object begin(@Nullable Object task) {
    return task == null ? null : carrying("begin", null, task);
  }

  /** Called by the thread of a pool right before it runs a task. */
  public static void beforeRun(Object task) {
    carrying("beforeRun", null, task);
  }

  /** Called where a task ends, with what {@link #begin} has returned. */
  public static void end(@Nullable Object begun) {
    if (begun != null) {
      try {
        ((Runnable) begun).run();
      } catch (Throwable failure) {
        report(failure);
      }
    }
  }

  /**
   * Called where a future takes a function.
   *
   * @param type the type of the parameter
   * @return what the future takes instead, of the same type
   */
  public static @Nullable Object carry(@Nullable Object function, Class<?> type) {
    return function == null ? null : carrying("carry", function, function, type);
  }

  /** Called where a thread of a pool has come to the end of its task, or to its beginning. */
  public static void leave() {
    carrying("leave", null);
  }

  /** Returns what the carrier answers, and something else where there is none or it fails. */
  private static @Nullable Object carrying(
      String operation, @Nullable Object otherwise, Object... arguments) {
    BiFunction<String, Object[], @Nullable Object> carrier = runs;
    if (carrier == null) {
      return otherwise;
    }
    try {
      return carrier.apply(operation, arguments);
    } catch (Throwable failure) {
      report(failure);
      return otherwise;
    }
  }

  /**
   * Returns whether the stack has room for the work of the agent. An overflow in the middle of it
   * may leave a lock of the JDK locked for ever, or a class that is being initialised unusable; so
   * the room is tried out where nothing can break, and what was missed is told by a later call.
   */
  private static boolean hasStackSpace() {
    try {
      requireStack(STACK_DEPTH);
    } catch (StackOverflowError full) {
      withoutStack.incrementAndGet();
      return false;
    }
    int missed = withoutStack.get() == 0 ? 0 : withoutStack.getAndSet(0);
    if (missed > 0) {
      report(new StackOverflowError(missed + " calls"));
    }
    return true;
  }

  /**
   * Does nothing where the stack of this thread has room.
   *
   * @param depth frames of some 100 bytes or more each when compiled, more when interpreted
   * @throws StackOverflowError if there is none
   */
  public static void requireStack(int depth) {
    if (useStack(depth, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) == 0) {
      throw new StackOverflowError();
    }
  }

  /** What does not fit into registers is on the stack. */
  private static long useStack(
      int depth, long a, long b, long c, long d, long e, long f, long g, long h, long i, long j) {
    return depth == 0
        ? a + b + c + d + e + f + g + h + i + j
        : (useStack(depth - 1, b, c, d, e, f, g, h, i, j, a) ^ depth) | 1;
  }

  /**
   * Reports an error of the agent.
   *
   * @throws ThreadDeath if it is the error or a cause of it: the application ends its thread by
   *     {@code Thread.stop}, up to JDK 19
   */
  private static void report(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
      // By its name, because the class is deprecated for removal.
      if (cause.getClass().getName().equals("java.lang.ThreadDeath")) {
        Hook.<RuntimeException>throwUnchecked(cause);
      }
      cause = cause.getCause();
    }
    try {
      Consumer<Throwable> listener = failures;
      if (listener != null) {
        listener.accept(failure);
      }
    } catch (Throwable ignored) {
      // The reporter itself failed (out of memory, stack overflow): the call matters more.
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void throwUnchecked(Throwable error) throws T {
    throw (T) error;
  }
}
