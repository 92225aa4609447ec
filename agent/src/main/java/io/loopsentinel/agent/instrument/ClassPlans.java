package io.loopsentinel.agent.instrument;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which methods of a class are guarded, in the order of the indexes that their advice
 * passes to the hook.
 *
 * <p>A plan is made when its class is loaded and never changes after: a class keeps its methods for
 * life, and the guards of each are built once. Thread-safe; plans go when their class loader goes.
 */
final class ClassPlans {

  private final WeakLoaderMap<List<MatchedMethod>> plans = new WeakLoaderMap<>();

  /** Returns the plan of a class by its internal name; {@code null} if it has none. */
  @Nullable List<MatchedMethod> find(ClassLoader loader, String type) {
    return plans.get(loader).get(type);
  }

  /** Sets the plan of a class that is about to be rewritten. */
  void put(ClassLoader loader, String type, List<MatchedMethod> methods) {
    plans.get(loader).put(type, List.copyOf(methods));
  }
}
