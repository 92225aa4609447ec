package io.loopsentinel.agent.guard;

import io.loopsentinel.targets.config.TargetSpec;
import java.lang.reflect.Method;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Builds the guards that the hook calls. */
@FunctionalInterface
public interface GuardFactory {

  /**
   * Builds a guard for a method; never throws. If the target's expressions do not fit the method,
   * the guard lets every call pass, and the log says why.
   *
   * @return a function from receiver ({@code null} if static) and arguments to a verdict, as {@link
   *     io.loopsentinel.hook.Hook} defines it; {@code null} if this call runs unguarded and the
   *     next call must ask again
   */
  @Nullable BiFunction<@Nullable Object, Object[], @Nullable Object> guard(
      Method method, TargetSpec target);
}
