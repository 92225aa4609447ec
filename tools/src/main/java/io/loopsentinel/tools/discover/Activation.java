package io.loopsentinel.tools.discover;

import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A call of a watched method that has not returned. Confined to its thread, except its number. */
final class Activation {

  final MethodId method;
  final long number;
  final Thread thread = Thread.currentThread();
  final @Nullable Object self;
  final Object[] arguments;
  final @Nullable Activation outer;

  private final long start = System.nanoTime();

  /** The number of tool calls made within it. */
  int toolCalls;

  /** The text that its last tool returned; {@code null} if it returned no text. */
  @Nullable String toolText;

  Activation(
      MethodId method,
      long number,
      @Nullable Object self,
      Object[] arguments,
      @Nullable Activation outer) {
    this.method = method;
    this.number = number;
    this.self = self;
    this.arguments = arguments;
    this.outer = outer;
  }

  /** Returns the time since it began, in nanoseconds. */
  long nanos() {
    return System.nanoTime() - start;
  }

  /**
   * Returns its arguments and receiver, by their expressions. A method that a lambda has captured
   * is left out, because the dispatch has chosen it before, perhaps on another thread.
   */
  Map<String, @Nullable Object> roots() {
    Map<String, @Nullable Object> roots = new LinkedHashMap<>();
    int captured = method.name().startsWith("lambda$") ? arguments.length - 1 : 0;
    for (int i = 0; i < arguments.length; i++) {
      if (i >= captured || !(arguments[i] instanceof Method)) {
        roots.put("arg" + i, arguments[i]);
      }
    }
    roots.put("this", self);
    return roots;
  }
}
