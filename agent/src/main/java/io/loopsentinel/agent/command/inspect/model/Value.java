package io.loopsentinel.agent.command.inspect.model;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a value on the operand stack.
 *
 * @param type internal name of its static type, where it is an object of one
 * @param path where it was read from, as an expression that begins with {@code argN} or {@code
 *     this}
 * @param constant a text or a whole number, where it is one
 * @param failure whether it is a text that tells of a failure
 * @param found whether it came out of a Map by a key that has a path
 */
public record Value(
    @Nullable String type,
    @Nullable String path,
    @Nullable Object constant,
    boolean failure,
    boolean found) {

  static final Value UNKNOWN = new Value(null, null, null, false, false);

  /** A long or a double, which takes two slots of the stack. */
  static final Value WIDE = new Value("J", null, null, false, false);

  /** How many dots a path may have: what lies deeper is rarely what a target reads. */
  private static final int MOST_STEPS = 3;

  static Value of(@Nullable String type) {
    return type == null ? UNKNOWN : new Value(type, null, null, false, false);
  }

  boolean isWide() {
    return "J".equals(type);
  }

  static Value at(@Nullable String type, String path) {
    return new Value(type, path, null, false, false);
  }

  static Value constant(@Nullable String type, Object constant, boolean failure) {
    return new Value(type, null, constant, failure, false);
  }

  Value as(@Nullable String otherType) {
    return new Value(otherType, path, constant, failure, found);
  }

  Value failing(boolean also) {
    return also && !failure ? new Value(type, path, constant, true, found) : this;
  }

  Value foundInMap() {
    return new Value(type, path, constant, failure, true);
  }

  /** Returns the path of what is read from this value, {@code null} where it has none. */
  @Nullable String step(String member) {
    return path == null || path.chars().filter(c -> c == '.').count() >= MOST_STEPS
        ? null
        : path + "." + member;
  }
}
