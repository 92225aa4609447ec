package io.loopsentinel.agent.guard;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.loopsentinel.agent.expression.EvaluationException;
import io.loopsentinel.agent.expression.LinkedExpression;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Guards a Kotlin suspend function.
 *
 * <p>The compiler makes of it a method with one more parameter, the continuation of its caller, and
 * a class nested in its own for the state of one call. When it suspends, the method returns {@code
 * COROUTINE_SUSPENDED}. When it goes on, the method is entered again, on any thread: with that
 * state for a continuation, and null for all else
 * (https://github.com/Kotlin/KEEP/blob/main/proposals/KEEP-0164-coroutines.md). The state knows the
 * continuation of the caller, by which the call is found again here.
 *
 * <p>A call whose function only hands on to another one has no such state: it is not entered again,
 * and what comes of it after it has suspended is not seen. Thread-safe.
 */
final class SuspendGuard implements BiFunction<@Nullable Object, Object[], @Nullable Object> {

  /** Calls that are suspended at a time; beyond, and after a while, their outcome is not seen. */
  static final int MOST = 10_000;

  static final Duration LONGEST = Duration.ofHours(1);

  private final MethodGuard guard;
  private final LinkedExpression label;
  private final LinkedExpression completion;
  private final String statePrefix;

  /** By the identity of the continuation of the caller, which may never be resumed. */
  private final Cache<Object, PendingCall> suspended = suspended(Ticker.systemTicker());

  /** Reads of the state of a call how far it has come, and the continuation of its caller. */
  SuspendGuard(MethodGuard guard, LinkedExpression label, LinkedExpression completion) {
    this.guard = guard;
    this.label = label;
    this.completion = completion;
    this.statePrefix = guard.method.method().getDeclaringClass().getName() + "$";
  }

  static <C> Cache<Object, C> suspended(Ticker nanoTime) {
    return Caffeine.newBuilder()
        .weakKeys()
        .expireAfterWrite(LONGEST)
        .ticker(nanoTime)
        .executor(Runnable::run)
        .build();
  }

  /** Takes in a call, in the place of any that its caller had; the oldest of too many goes. */
  static <C> void put(Cache<Object, C> suspended, Object caller, C call) {
    suspended.put(caller, call);
    if (suspended.estimatedSize() > MOST) {
      // Not by maximumSize, which would keep what was asked for most.
      suspended
          .policy()
          .expireAfterWrite()
          .ifPresent(age -> suspended.invalidateAll(age.oldest(1).keySet()));
    }
  }

  @Override
  public @Nullable Object apply(@Nullable Object self, Object[] arguments) {
    ThreadFrames frames = guard.context.threads().get();
    return isEnteredAgain(frames, arguments)
        ? enterAgain(frames, arguments)
        : enter(frames, self, arguments);
  }

  private @Nullable Object enter(ThreadFrames frames, @Nullable Object self, Object[] arguments) {
    Object[] seen = arguments.clone();
    Object verdict = guard.apply(self, seen);
    System.arraycopy(seen, 0, arguments, 0, seen.length);
    if (!(verdict instanceof PendingCall call)) {
      return verdict;
    }
    int last = arguments.length - 1;
    Object caller = arguments[last];
    // A value that refers to its key would keep it from being collected.
    seen[last] = null;
    // Before it runs: it may be resumed on another thread before it has returned here.
    put(suspended, caller, call);
    return end(frames, call.before, caller, call);
  }

  private @Nullable Object enterAgain(ThreadFrames frames, Object[] arguments) {
    Object caller = read(completion, frames, arguments);
    PendingCall call = caller == null ? null : suspended.getIfPresent(caller);
    if (caller == null || call == null) {
      return null; // Has been suspended for too long.
    }
    BiFunction<@Nullable Object, @Nullable Throwable, @Nullable Object> end =
        end(frames, frames.active, caller, call);
    call.resume(frames);
    return end;
  }

  private BiFunction<@Nullable Object, @Nullable Throwable, @Nullable Object> end(
      ThreadFrames frames, ThreadFrames.Active before, Object caller, PendingCall call) {
    return (returned, thrown) -> {
      frames.active = before;
      if (thrown == null && isSuspension(returned)) {
        return returned;
      }
      suspended.asMap().remove(caller, call);
      // A call that was cancelled did not fail.
      return thrown instanceof CancellationException
          ? returned
          : call.finish(returned, thrown, true);
    };
  }

  /**
   * Whether a call goes on: the sign of the state's label is set for the moment in which its method
   * is entered again. A function that calls itself hands its own state over as well, without it.
   */
  private boolean isEnteredAgain(ThreadFrames frames, Object[] arguments) {
    Object continuation = arguments[arguments.length - 1];
    return continuation != null
        && continuation.getClass().getName().startsWith(statePrefix)
        && read(label, frames, arguments) instanceof Integer position
        && position < 0;
  }

  private @Nullable Object read(
      LinkedExpression expression, ThreadFrames frames, Object[] arguments) {
    try {
      return expression.evaluate(new CallEnvironment(guard.method, frames, null, arguments));
    } catch (EvaluationException stateless) {
      return null; // Some other continuation of the class.
    } catch (Throwable failure) {
      throw new IllegalStateException(
          "cannot read the state of a suspended call of " + guard.method.describe(), failure);
    }
  }

  private static boolean isSuspension(@Nullable Object returned) {
    return returned instanceof Enum<?> constant
        && constant.name().equals("COROUTINE_SUSPENDED")
        && constant
            .getDeclaringClass()
            .getName()
            .equals("kotlin.coroutines.intrinsics.CoroutineSingletons");
  }
}
