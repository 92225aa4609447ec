package io.loopsentinel.agent.expression;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A function of the language. Its name is one only in front of a bracket, so members and types may
 * have it, too.
 */
enum Function {
  /** A key that stands for the very object. */
  IDENTITY("identity", 1, "identity(value)"),
  /** A new list: the elements of another one, and an item behind them. */
  APPEND("append", 2, "append(list, item)"),
  /** A key of a session that several conversations may have in common. */
  SHARED("shared", 1, "shared(key)"),
  /** A new map: the entries of another one, and a key with its value. */
  PUT("put", 3, "put(map, key, value)");

  private final String spelling;
  private final int arity;
  private final String label;

  Function(String spelling, int arity, String label) {
    this.spelling = spelling;
    this.arity = arity;
    this.label = label;
  }

  /** Returns how many arguments it takes. */
  int arity() {
    return arity;
  }

  /** Returns how it is written, for messages. */
  String label() {
    return label;
  }

  static @Nullable Function spelled(String word) {
    for (Function function : values()) {
      if (function.spelling.equals(word)) {
        return function;
      }
    }
    return null;
  }

  /** Returns the names of all functions. */
  static Stream<String> spellings() {
    return Stream.of(values()).map(function -> function.spelling);
  }
}
