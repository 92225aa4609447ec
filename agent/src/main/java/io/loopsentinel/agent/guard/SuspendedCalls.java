package io.loopsentinel.agent.guard;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The calls that are suspended, by the continuations of their callers: by identity, and as long as
 * these are there.
 *
 * <p>Bounded in number and in time, the oldest go first: a continuation that somebody holds may
 * never be resumed. Thread-safe.
 */
final class SuspendedCalls<C> {

  /** Calls that are suspended at a time; beyond, and after a while, their outcome is not seen. */
  static final int MOST = 10_000;

  static final Duration LONGEST = Duration.ofHours(1);

  private final Cache<Object, C> calls;

  SuspendedCalls(Ticker nanoTime) {
    this.calls =
        Caffeine.newBuilder()
            .weakKeys()
            .expireAfterWrite(LONGEST)
            .ticker(nanoTime)
            .executor(Runnable::run)
            .build();
  }

  /** Takes in a call, in the place of any that its caller had. */
  void put(Object caller, C call) {
    calls.put(caller, call);
    if (calls.estimatedSize() > MOST) {
      // Not by maximumSize, which would keep what was asked for most.
      calls.policy().expireAfterWrite().orElseThrow().oldest(1).keySet().forEach(calls::invalidate);
    }
  }

  /** Returns the call of a caller, {@code null} where it has none or had it for too long. */
  @Nullable C get(Object caller) {
    return calls.getIfPresent(caller);
  }

  /** Drops a call, unless its caller has another one by now. */
  void remove(Object caller, C call) {
    calls.asMap().remove(caller, call);
  }

  /** Returns the number of calls that are kept. */
  long size() {
    calls.cleanUp();
    return calls.estimatedSize();
  }
}
