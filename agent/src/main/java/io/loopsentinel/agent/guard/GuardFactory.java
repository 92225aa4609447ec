package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.config.TargetSpec;
import java.lang.reflect.Method;
import java.util.function.BiFunction;
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
   *     io.loopsentinel.hook.Hook} defines it; {@code null} if this call is to run unguarded and
   *     the next one is to ask again
   */
  @Nullable BiFunction<@Nullable Object, Object[], @Nullable Object> guard(
      Method method, TargetSpec target);
}
