package io.loopsentinel.agent.expression;

import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * Handles of one member by the class it is read from, for members the static type does not have.
 *
 * <p>A handle is kept with the class it belongs to and refers to nothing but that class and what
 * the class itself refers to, so neither the application's classes nor those of an expression that
 * is no longer used are kept in memory. (What a ClassValue computes must not refer to the
 * ClassValue, https://bugs.openjdk.org/browse/JDK-8136353.) Thread-safe.
 */
final class RuntimeMembers {

  /** Finds a member of a class. */
  interface Resolver {
    Resolved resolve(Class<?> type) throws ExpressionException;
  }

  /** A handle, or why there is none. */
  private record Entry(@Nullable MethodHandle handle, String problem) {}

  private final ClassValue<Entry> entries;

  RuntimeMembers(Resolver resolver) {
    this.entries =
        new ClassValue<>() {
          @Override
          protected Entry computeValue(Class<?> type) {
            try {
              return new Entry(resolver.resolve(type).handle().get(), "");
            } catch (ExpressionException missing) {
              return new Entry(null, String.valueOf(missing.getMessage()));
            }
          }
        };
  }

  MethodHandle handle(Object receiver, Place place) {
    Entry entry = entries.get(receiver.getClass());
    MethodHandle handle = entry.handle();
    if (handle == null) {
      throw place.missing(entry.problem());
    }
    return handle;
  }
}
