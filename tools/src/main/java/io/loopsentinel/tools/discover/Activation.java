package io.loopsentinel.tools.discover;

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

  /** Returns its arguments and receiver, by their expressions. */
  Map<String, @Nullable Object> roots() {
    Map<String, @Nullable Object> roots = new LinkedHashMap<>();
    for (int i = 0; i < arguments.length; i++) {
      roots.put("arg" + i, arguments[i]);
    }
    roots.put("this", self);
    return roots;
  }
}
