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

  /** Free stack frames, some 48 KB, required for a guarded call whose classes are loaded. */
  public static final int STACK_DEPTH = 56;

  /** The depth of the one frame that is filled, of those that probe the stack. */
  private static final int FILLED = 5;

  /** Number of calls of which one fills a frame; a power of two. */
  private static final int FILLED_EVERY = 16;

  /** Number of guarded calls; may miss some of concurrent threads. */
  private static int calls;

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
   * @param depth the number of frames, of 850 bytes each when compiled and more when interpreted
   * @throws StackOverflowError if the stack has less room
   */
  public static void requireStack(int depth) {
    boolean fills = (calls++ & (FILLED_EVERY - 1)) == 0;
    if (useStack(depth, 1, fills) == 0) {
      throw new StackOverflowError();
    }
  }

  /**
   * Takes a large frame at each depth. The frame has room for all values that are used after the
   * inner call. They are seldom written, because writing takes most of the time; if they never
   * were, the compiler would leave them out.
   */
  private static long useStack(int depth, long x, boolean fills) {
    if (fills && depth == FILLED) {
      long a0 = x * 3, a1 = x * 5, a2 = x * 7, a3 = x * 9, a4 = x * 11, a5 = x * 13;
      long b0 = x * 15, b1 = x * 17, b2 = x * 19, b3 = x * 21, b4 = x * 23, b5 = x * 25;
      long c0 = x * 27, c1 = x * 29, c2 = x * 31, c3 = x * 33, c4 = x * 35, c5 = x * 37;
      long d0 = x * 39, d1 = x * 41, d2 = x * 43, d3 = x * 45, d4 = x * 47, d5 = x * 49;
      long e0 = x * 51, e1 = x * 53, e2 = x * 55, e3 = x * 57, e4 = x * 59, e5 = x * 61;
      long f0 = x * 63, f1 = x * 65, f2 = x * 67, f3 = x * 69, f4 = x * 71, f5 = x * 73;
      long g0 = x * 75, g1 = x * 77, g2 = x * 79, g3 = x * 81, g4 = x * 83, g5 = x * 85;
      long h0 = x * 87, h1 = x * 89, h2 = x * 91, h3 = x * 93, h4 = x * 95, h5 = x * 97;
      long i0 = x * 99, i1 = x * 101, i2 = x * 103, i3 = x * 105, i4 = x * 107, i5 = x * 109;
      long j0 = x * 111, j1 = x * 113, j2 = x * 115, j3 = x * 117, j4 = x * 119, j5 = x * 121;
      long k0 = x * 123, k1 = x * 125, k2 = x * 127, k3 = x * 129, k4 = x * 131, k5 = x * 133;
      long l0 = x * 135, l1 = x * 137, l2 = x * 139, l3 = x * 141, l4 = x * 143, l5 = x * 145;
      long m0 = x * 147, m1 = x * 149, m2 = x * 151, m3 = x * 153, m4 = x * 155, m5 = x * 157;
      long n0 = x * 159, n1 = x * 161, n2 = x * 163, n3 = x * 165, n4 = x * 167, n5 = x * 169;
      long o0 = x * 171, o1 = x * 173, o2 = x * 175, o3 = x * 177, o4 = x * 179, o5 = x * 181;
      long p0 = x * 183, p1 = x * 185, p2 = x * 187, p3 = x * 189, p4 = x * 191, p5 = x * 193;
      long r = useStack(depth - 1, x + 1, fills);
      long a = (a0 ^ r) + (a1 ^ r) + (a2 ^ r) + (a3 ^ r) + (a4 ^ r) + (a5 ^ r);
      long b = (b0 ^ r) + (b1 ^ r) + (b2 ^ r) + (b3 ^ r) + (b4 ^ r) + (b5 ^ r);
      long c = (c0 ^ r) + (c1 ^ r) + (c2 ^ r) + (c3 ^ r) + (c4 ^ r) + (c5 ^ r);
      long d = (d0 ^ r) + (d1 ^ r) + (d2 ^ r) + (d3 ^ r) + (d4 ^ r) + (d5 ^ r);
      long e = (e0 ^ r) + (e1 ^ r) + (e2 ^ r) + (e3 ^ r) + (e4 ^ r) + (e5 ^ r);
      long f = (f0 ^ r) + (f1 ^ r) + (f2 ^ r) + (f3 ^ r) + (f4 ^ r) + (f5 ^ r);
      long g = (g0 ^ r) + (g1 ^ r) + (g2 ^ r) + (g3 ^ r) + (g4 ^ r) + (g5 ^ r);
      long h = (h0 ^ r) + (h1 ^ r) + (h2 ^ r) + (h3 ^ r) + (h4 ^ r) + (h5 ^ r);
      long i = (i0 ^ r) + (i1 ^ r) + (i2 ^ r) + (i3 ^ r) + (i4 ^ r) + (i5 ^ r);
      long j = (j0 ^ r) + (j1 ^ r) + (j2 ^ r) + (j3 ^ r) + (j4 ^ r) + (j5 ^ r);
      long k = (k0 ^ r) + (k1 ^ r) + (k2 ^ r) + (k3 ^ r) + (k4 ^ r) + (k5 ^ r);
      long l = (l0 ^ r) + (l1 ^ r) + (l2 ^ r) + (l3 ^ r) + (l4 ^ r) + (l5 ^ r);
      long m = (m0 ^ r) + (m1 ^ r) + (m2 ^ r) + (m3 ^ r) + (m4 ^ r) + (m5 ^ r);
      long n = (n0 ^ r) + (n1 ^ r) + (n2 ^ r) + (n3 ^ r) + (n4 ^ r) + (n5 ^ r);
      long o = (o0 ^ r) + (o1 ^ r) + (o2 ^ r) + (o3 ^ r) + (o4 ^ r) + (o5 ^ r);
      long p = (p0 ^ r) + (p1 ^ r) + (p2 ^ r) + (p3 ^ r) + (p4 ^ r) + (p5 ^ r);
      return (a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p) | 1;
    }
    return depth == 0 ? x : useStack(depth - 1, x, fills) | 1;
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
