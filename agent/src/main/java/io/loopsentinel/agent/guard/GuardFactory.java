package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.config.TargetSpec;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Builds what the hook calls for one guarded method. */
@FunctionalInterface
public interface GuardFactory {

  /**
   * Builds a guard; never throws. Where the target's expressions do not fit the method, the guard
   * lets every call pass, and the log says why.
   *
   * @param method the guarded method, its class loaded
   * @param target what was configured for it
   * @return from receiver ({@code null} where static) and arguments to a verdict, as {@link
   *     io.loopsentinel.hook.Hook} defines it
   */
  BiFunction<@Nullable Object, Object[], @Nullable Object> guard(Method method, TargetSpec target);

  /**
   * Returns a factory that is built when it is first asked: before main nothing of the engine is
   * loaded then, which saves start-up time. Thread-safe.
   *
   * @param supplier builds it; asked once
   */
  static GuardFactory deferred(Supplier<GuardFactory> supplier) {
    Object lock = new Object();
    AtomicReference<@Nullable GuardFactory> built = new AtomicReference<>();
    return (method, target) -> {
      synchronized (lock) {
        if (built.get() == null) {
          built.set(supplier.get());
        }
      }
      return Objects.requireNonNull(built.get()).guard(method, target);
    };
  }
}
