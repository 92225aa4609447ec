package io.loopsentinel;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Searches what frameworks wrap around an error. Stateless. */
final class ErrorSearch {

  private ErrorSearch() {}

  /** Returns the first error of a loop, nearest first. */
  static Optional<ToolLoopError> in(Throwable throwable) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Throwable> open = new ArrayDeque<>(List.of(throwable));
    while (!open.isEmpty()) {
      Throwable next = open.remove();
      if (!seen.add(next)) {
        continue;
      }
      if (next instanceof ToolLoopError found) {
        return Optional.of(found);
      }
      if (next.getCause() != null) {
        open.add(next.getCause());
      }
      Collections.addAll(open, next.getSuppressed());
      partsOf(next).forEach(open::add);
    }
    return Optional.empty();
  }

  /**
   * Returns the errors of which one is made. RxJava's {@code CompositeException} has them neither
   * as causes nor as suppressed errors: its cause only describes them.
   */
  private static List<Throwable> partsOf(Throwable throwable) {
    try {
      Object parts = throwable.getClass().getMethod("getExceptions").invoke(throwable);
      return parts instanceof Collection<?> several
          ? several.stream().filter(Throwable.class::isInstance).map(Throwable.class::cast).toList()
          : List.of();
    } catch (ReflectiveOperationException | RuntimeException | LinkageError notComposite) {
      return List.of();
    }
  }
}
