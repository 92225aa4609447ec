package io.loopsentinel.agent.guard;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Ticker;
import io.loopsentinel.agent.guard.call.CallEnvironment;
import io.loopsentinel.agent.guard.call.ThreadFrames;
import io.loopsentinel.agent.guard.call.Verdict;
import io.loopsentinel.targets.expression.EvaluationException;
import io.loopsentinel.targets.expression.LinkedExpression;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Guards a Kotlin suspend function.
 *
 * <p>The compiler turns it into a method with an additional parameter, the continuation of its
 * caller, and a nested class for the state of a call. When it suspends, the method returns {@code
 * COROUTINE_SUSPENDED}. When it resumes, the method is entered again, on any thread, with the state
 * as its continuation and null for the other arguments
 * (https://github.com/Kotlin/KEEP/blob/main/proposals/KEEP-0164-coroutines.md). The state refers to
 * the continuation of the caller, which identifies the call.
 *
 * <p>A function that only delegates to another one has no state. It is not entered again, and the
 * outcome of a suspended call is not seen. Thread-safe.
 */
final class SuspendGuard implements CallGuard {

  /** Maximum number of suspended calls. The outcome of the oldest is not seen beyond it. */
  static final int MAX_SUSPENDED = 10_000;

  /** The time after which the outcome of a suspended call is not seen. */
  static final Duration TIMEOUT = Duration.ofHours(1);

  private final MethodGuard guard;
  private final LinkedExpression label;
  private final LinkedExpression completion;
  private final String statePrefix;

  /** Suspended calls by the identity of the caller's continuation, which may never resume. */
  private final Cache<Object, PendingCall> suspended;

  /** Calls that are no longer suspended, and whose end was not seen. */
  private final Queue<PendingCall> lost = new ConcurrentLinkedQueue<>();

  /** {@code label} and {@code completion} read the state of a call: its progress and its caller. */
  SuspendGuard(MethodGuard guard, LinkedExpression label, LinkedExpression completion) {
    this.guard = guard;
    this.suspended = suspended(Ticker.systemTicker(), lost);
    this.label = label;
    this.completion = completion;
    this.statePrefix = guard.method.method().getDeclaringClass().getName() + "$";
  }

  static <C> Cache<Object, C> suspended(Ticker ticker, Queue<C> lost) {
    return Caffeine.newBuilder()
        .weakKeys()
        .expireAfterWrite(TIMEOUT)
        .ticker(ticker)
        .executor(Runnable::run)
        .removalListener(
            (@Nullable Object caller, @Nullable C call, RemovalCause cause) -> {
              if (call != null && cause.wasEvicted()) {
                lost.add(call);
              }
            })
        .build();
  }

  /**
   * Adds a call, replacing an earlier one of its caller; drops the oldest if there are too many.
   */
  static <C> void put(Cache<Object, C> suspended, Queue<C> lost, Object caller, C call) {
    suspended.put(caller, call);
    if (suspended.estimatedSize() > MAX_SUSPENDED) {
      // Not by maximumSize, which keeps frequently read entries.
      suspended
          .policy()
          .expireAfterWrite()
          .map(age -> age.oldest(1))
          .ifPresent(
              oldest -> {
                suspended.invalidateAll(oldest.keySet());
                lost.addAll(oldest.values());
              });
    }
  }

  @Override
  public @Nullable Verdict enter(@Nullable Object self, Object[] arguments) {
    ThreadFrames frames = guard.context.threads().get();
    return isEnteredAgain(frames, arguments)
        ? enterAgain(frames, arguments)
        : begin(frames, self, arguments);
  }

  private @Nullable Verdict begin(ThreadFrames frames, @Nullable Object self, Object[] arguments) {
    int last = arguments.length - 1;
    Object caller = arguments[last];
    PendingCall earlier = suspended.getIfPresent(caller);
    if (earlier != null && earlier.isLeftBy(frames) && suspended.asMap().remove(caller, earlier)) {
      lost.add(earlier); // It has ended, because its caller goes on.
    }
    for (PendingCall each = lost.poll(); each != null; each = lost.poll()) {
      each.unseen();
    }
    Object[] seen = arguments.clone();
    Verdict verdict = guard.enter(self, seen);
    System.arraycopy(seen, 0, arguments, 0, seen.length);
    if (!(verdict instanceof PendingCall call)) {
      return verdict;
    }
    // A value must not refer to its weak key.
    seen[last] = null;
    // Before it runs, because it may be resumed on another thread before it returns here.
    put(suspended, lost, caller, call);
    return end(frames, call.before, caller, call);
  }

  private @Nullable Verdict enterAgain(ThreadFrames frames, Object[] arguments) {
    Object caller = read(completion, frames, arguments);
    PendingCall call = caller == null ? null : suspended.getIfPresent(caller);
    if (caller == null || call == null) {
      return null; // Suspended for too long.
    }
    Verdict end = end(frames, frames.active, caller, call);
    call.resume(frames);
    return end;
  }

  private Verdict.Run end(
      ThreadFrames frames, ThreadFrames.Active before, Object caller, PendingCall call) {
    return (returned, thrown) -> {
      frames.active = before;
      if (thrown == null && isSuspension(returned)) {
        call.isSuspended = true;
        return returned;
      }
      suspended.asMap().remove(caller, call);
      if (thrown instanceof CancellationException) { // That is no failure.
        call.unseen();
        return returned;
      }
      return call.end(returned, thrown);
    };
  }

  /**
   * Returns whether a call resumes: the sign bit of the state's label is set while the method is
   * entered again. A recursive function also passes its state, but without the sign bit.
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
      return null; // Another continuation of the class.
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
