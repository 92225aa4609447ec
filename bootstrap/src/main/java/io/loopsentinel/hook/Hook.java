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
 * The only class that rewritten code calls, and its only way into the agent: guarded methods call
 * {@link #enter} and {@link #exit}, the JDK's executors the methods below them.
 *
 * <p>Rules of this class:
 *
 * <ul>
 *   <li>It names no type outside {@code java.base}. The agent defines a copy of it in {@code
 *       java.lang} under another name, so that every class loader finds it, including those that
 *       delegate only {@code java.*}.
 *   <li>It never lets an error of the agent reach the application; only a verdict that is a {@link
 *       Throwable} leaves {@link #enter} as one.
 *   <li>Its names and descriptors are written into the application's methods: change them only
 *       together with the advice.
 * </ul>
 *
 * <p>A verdict is {@code null} (run the call), an {@link Optional} (do not run it, return this
 * value instead), a {@link Throwable} (do not run it, throw this), or a {@link BiFunction} (run the
 * call, then pass its outcome to this function and return its result).
 *
 * <p>Thread-safe: the guards are set before any method that calls the hook is defined.
 */
public final class Hook implements BiConsumer<String, Object[]> {

  private static volatile @Nullable
      ClassValue<Function<String, BiFunction<Object, Object[], Object>>>
      connected;

  /** Equals {@link #connected} while enabled, else null. A disabled call costs only this read. */
  private static volatile @Nullable
      ClassValue<Function<String, BiFunction<Object, Object[], Object>>>
      guards;

  private static volatile @Nullable Consumer<Throwable> failures;

  /** Free stack frames, some 45 KB, required for a guarded call whose classes are loaded. */
  private static final int STACK_DEPTH = 200;

  /** The only frame to be filled of those that show that the stack has room. */
  private static final int FILLED = 20;

  /** Maximum number of causes of an error that are searched, because they may form a cycle. */
  private static final int MAX_CAUSES = 10;

  /** Number of calls that ran unguarded on a nearly full stack and are not reported yet. */
  private static final AtomicInteger unreportedCalls = new AtomicInteger();

  /** Answers the application, by operation and argument. */
  private static volatile @Nullable BiFunction<String, @Nullable Object, @Nullable Object> api;

  /** Carries runs to other threads, by operation and arguments; null before the first run. */
  private static volatile @Nullable BiFunction<String, Object[], @Nullable Object> runCarrier;

  private Hook() {}

  /**
   * Returns a function that controls the hook. Its arguments are an operation and the arguments of
   * the operation. The agent calls it because it cannot name this class. It is one function because
   * since JDK 18 the JVM generates classes for each method that is called by reflection (JEP 416):
   * four methods took 58 ms, one takes 11.
   *
   * <ul>
   *   <li>{@code connect}, once: a {@link ClassValue} of the guards of a class's methods by the
   *       site that the advice passes, and a consumer of all errors in guards, which must be quick.
   *   <li>{@code setEnabled}: whether guarded methods call their guards.
   *   <li>{@code connectApi}, once: a function from an operation of the application and its
   *       argument to the answer. JDK types only.
   *   <li>{@code connectRuns}, once: a function that carries runs to other threads, from the name
   *       of an operation below and its arguments to its result.
   *   <li>{@code disconnect}: releases the agent. From then on everything runs as if there were
   *       none, and another one may connect.
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
        runCarrier = null;
        api = null;
        connected = null;
        failures = null;
      }
      case "setEnabled" -> guards = (Boolean) arguments[0] ? connected : null;
      case "connectApi" ->
          api = (BiFunction<String, @Nullable Object, @Nullable Object>) arguments[0];
      case "connectRuns" ->
          runCarrier = (BiFunction<String, Object[], @Nullable Object>) arguments[0];
      default -> throw new IllegalArgumentException(operation);
    }
  }

  /** Returns whether an agent is connected. A second one must not connect. */
  public static boolean isConnected() {
    return connected != null;
  }

  /** Passes a call of the API to the agent; {@code null} if it has no answer. */
  public static @Nullable Object ask(String operation, @Nullable Object argument) {
    BiFunction<String, @Nullable Object, @Nullable Object> current = api;
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
   * @param site identifies the guarded method; written into it by the agent
   * @param self the receiver; {@code null} in a static method
   * @param arguments the method's arguments in a new array; with the advice that changes arguments,
   *     the method runs with the elements that the array has afterwards
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
   * @return the result of the method; ignored if the method threw
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

  /** Called when an executor accepts a task for another thread. */
  public static void handOver(Object task) {
    callCarrier("handOver", null, task);
  }

  /**
   * Called when a pool accepts a task. Ignores the pool of virtual threads, because its tasks are
   * continuations, which do not belong to the thread that unparks them.
   *
   * @param pool a {@link ForkJoinPool}; declared as an object, so that listing the methods of this
   *     class does not load it
   */
  public static void handOver(Object pool, Object task) {
    if (runCarrier == null) {
      return;
    }
    Object factory = ((ForkJoinPool) pool).getFactory();
    if (!factory.getClass().getPackageName().equals("java.lang")) {
      handOver(task);
    }
  }

  /**
   * Called when a task begins on its thread.
   *
   * @return a token for {@link #end}, unless the thread calls {@link #leave} first
   */
  public static @Nullable Object begin(@Nullable Object task) {
    return task == null ? null : callCarrier("begin", null, task);
  }

  /** Called by a pool thread before it runs a task. */
  public static void beforeRun(Object task) {
    callCarrier("beforeRun", null, task);
  }

  /** Called when a task ends, with the token of {@link #begin}. */
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
   * Called when a function is passed to a future.
   *
   * @param type the type of the parameter
   * @return the function to use instead, of the same type
   */
  public static @Nullable Object carry(@Nullable Object function, Class<?> type) {
    return function == null ? null : callCarrier("carry", function, function, type);
  }

  /** Called by a pool thread when it starts, and after each task. */
  public static void leave() {
    callCarrier("leave", null);
  }

  /** Returns the carrier's answer, or a fallback if there is no carrier or it fails. */
  private static @Nullable Object callCarrier(
      String operation, @Nullable Object fallback, Object... arguments) {
    BiFunction<String, Object[], @Nullable Object> carrier = runCarrier;
    if (carrier == null) {
      return fallback;
    }
    try {
      return carrier.apply(operation, arguments);
    } catch (Throwable failure) {
      report(failure);
      return fallback;
    }
  }

  /**
   * Returns whether the stack has room for the agent. An overflow within the agent could leave a
   * lock of the JDK locked, or a class uninitialized, forever. So the room is probed here, where
   * nothing can break. The skipped calls are reported by a later call.
   */
  private static boolean hasStackSpace() {
    try {
      requireStack(STACK_DEPTH);
    } catch (StackOverflowError full) {
      unreportedCalls.incrementAndGet();
      return false;
    }
    int unreported = unreportedCalls.get() == 0 ? 0 : unreportedCalls.getAndSet(0);
    if (unreported > 0) {
      report(new StackOverflowError(unreported + " calls"));
    }
    return true;
  }

  /**
   * Requires room on the stack of this thread.
   *
   * @param depth the number of frames, of 220 bytes each when compiled and 540 when interpreted
   * @throws StackOverflowError if the stack has less room
   */
  public static void requireStack(int depth) {
    if (useStack(depth, 1) == 0) {
      throw new StackOverflowError();
    }
  }

  /**
   * Takes a large frame at each depth but fills only one, because writing takes most of the time. A
   * frame has room for all values that are used after the inner call.
   */
  private static long useStack(int depth, long x) {
    if (depth == FILLED) {
      long a = x * 3, b = x * 5, c = x * 7, d = x * 9, e = x * 11, f = x * 13, g = x * 15;
      long h = x * 17, i = x * 19, j = x * 21, k = x * 23, l = x * 25, m = x * 27, n = x * 29;
      long o = x * 31, p = x * 33, q = x * 35, s = x * 37, t = x * 39, u = x * 41, v = x * 43;
      long w = x * 45, y = x * 47, z = x * 49;
      long r = useStack(depth - 1, x + 1);
      long first = ((((((a * r + b) * r + c) * r + d) * r + e) * r + f) * r + g) * r + h;
      long second = ((((((i * r + j) * r + k) * r + l) * r + m) * r + n) * r + o) * r + p;
      long third = ((((((q * r + s) * r + t) * r + u) * r + v) * r + w) * r + y) * r + z;
      return (first ^ second ^ third) | 1;
    }
    return depth == 0 ? x : useStack(depth - 1, x) | 1;
  }

  /**
   * Reports an error of the agent.
   *
   * @throws ThreadDeath if it is the error or one of its causes, because the application then ends
   *     the thread by {@code Thread.stop}, up to JDK 19
   */
  private static void report(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
      // By name, because the class is deprecated for removal.
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
      // The report failed (out of memory, stack overflow). The call is more important.
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void throwUnchecked(Throwable error) throws T {
    throw (T) error;
  }
}
