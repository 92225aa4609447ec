package io.loopsentinel.agent.instrument;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the methods that targets take in, of a class that is being loaded or is loaded.
 *
 * @param index the targets
 * @param supertypes finds the supertypes of classes that are being loaded
 */
record ClassMatcher(TargetIndex index, Supertypes supertypes) {

  List<MatchedMethod> match(ClassOutline type, ClassLoader loader, @Nullable Class<?> loaded) {
    Supplier<Set<String>> ancestors =
        loaded == null ? () -> supertypes.of(type, loader) : () -> Supertypes.of(loaded);
    return index.match(type, ancestors);
  }
}
