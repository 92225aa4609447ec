package io.loopsentinel.agent.instrument;

import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a synthetic result that the guarded method cannot return, so that the mistake is reported
 * and the call goes on, where the application would see a {@link ClassCastException}.
 */
final class CheckedGuard implements BiFunction<@Nullable Object, Object[], @Nullable Object> {

  private final BiFunction<@Nullable Object, Object[], @Nullable Object> guard;
  private final Class<?> returnType;

  CheckedGuard(
      BiFunction<@Nullable Object, Object[], @Nullable Object> guard, Class<?> returnType) {
    this.guard = guard;
    this.returnType = returnType;
  }

  @Override
  public @Nullable Object apply(@Nullable Object self, Object[] arguments) {
    Object verdict = guard.apply(self, arguments);
    if (verdict instanceof Optional<?> result && !canReturn(result)) {
      throw new IllegalStateException(
          "the synthetic result is not a " + returnType.getName() + ", which the method returns");
    }
    return verdict;
  }

  private boolean canReturn(Optional<?> result) {
    return !returnType.isPrimitive() && (result.isEmpty() || returnType.isInstance(result.get()));
  }
}
