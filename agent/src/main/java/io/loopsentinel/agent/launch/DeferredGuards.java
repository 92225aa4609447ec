package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.guard.GuardFactory;
import java.lang.reflect.Method;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the factory of guards when the first guarded method is called, and not before main.
 *
 * <p>Behind the guards is Caffeine, which asks for a {@link System.Logger} as it is loaded. That
 * fixes for the whole JVM how it logs: it looks for the application's own logger finder, and
 * without one initialises {@code java.util.logging}. Thread-safe.
 */
final class DeferredGuards implements GuardFactory {

  private final Supplier<GuardFactory> maker;
  private @Nullable GuardFactory made;

  DeferredGuards(Supplier<GuardFactory> maker) {
    this.maker = maker;
  }

  @Override
  public BiFunction<@Nullable Object, Object[], @Nullable Object> guard(
      Method method, TargetSpec target) {
    return factory().guard(method, target);
  }

  private synchronized GuardFactory factory() {
    if (made == null) {
      made = maker.get();
    }
    return made;
  }
}
