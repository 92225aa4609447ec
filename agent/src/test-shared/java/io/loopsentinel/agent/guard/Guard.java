package io.loopsentinel.agent.guard;

import io.loopsentinel.hook.Hook;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The guard of a method, and calls of that method as the advice makes them. */
@FunctionalInterface
public interface Guard extends BiFunction<@Nullable Object, Object[], @Nullable Object> {

  /** Calls the method, whose body is given, without a receiver. */
  default @Nullable Object call(Callable<?> body, @Nullable Object... arguments) throws Exception {
    return callOn(null, body, arguments);
  }

  /** Calls the method, whose body is given, on a receiver. */
  default @Nullable Object callOn(
      @Nullable Object self, Callable<?> body, @Nullable Object... arguments) throws Exception {
    Object verdict = apply(self, arguments.clone());
    if (verdict instanceof Exception stopped) {
      throw stopped;
    }
    if (verdict instanceof Error stopped) {
      throw stopped;
    }
    if (verdict instanceof Optional) {
      return Hook.exit(verdict, null, null);
    }
    Object result;
    try {
      result = body.call();
    } catch (Exception | Error failure) {
      if (Hook.exit(verdict, null, failure) instanceof Optional<?> answer) {
        return answer.orElse(null);
      }
      throw failure;
    }
    return Hook.exit(verdict, result, null);
  }

  /** Calls the method, whose body throws, without a receiver. */
  default @Nullable Object fail(Exception failure, @Nullable Object... arguments) throws Exception {
    Callable<?> failing =
        () -> {
          throw failure;
        };
    return call(failing, arguments);
  }
}
