package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.config.TargetSpec;
import java.lang.reflect.Method;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Builds the real factory when the first guarded method is called.
 *
 * <p>Before main nothing of the engine is loaded then, which saves start-up time. Thread-safe.
 */
public final class DeferredGuards implements GuardFactory {

  private final Supplier<GuardFactory> supplier;
  private @Nullable GuardFactory built;

  /** Creates a factory that is not built yet. */
  public DeferredGuards(Supplier<GuardFactory> supplier) {
    this.supplier = supplier;
  }

  @Override
  public BiFunction<@Nullable Object, Object[], @Nullable Object> guard(
      Method method, TargetSpec target) {
    return built().guard(method, target);
  }

  private synchronized GuardFactory built() {
    if (built == null) {
      built = supplier.get();
    }
    return built;
  }
}
