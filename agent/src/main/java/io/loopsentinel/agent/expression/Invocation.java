package io.loopsentinel.agent.expression;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls a static method or constructor.
 *
 * @param handle {@code (Object[])Object}
 */
record Invocation(MemberHandle handle, List<Evaluator> arguments) implements Evaluator {

  @Override
  public @Nullable Object evaluate(Environment environment) throws Throwable {
    @Nullable Object[] values = new Object[arguments.size()];
    fill(values, 0, arguments, environment);
    return (Object) handle.get().invokeExact(values);
  }

  /** Returns a receiver and the arguments of its method. */
  static @Nullable Object[] arguments(
      Object receiver, List<Evaluator> arguments, Environment environment) throws Throwable {
    @Nullable Object[] values = new Object[arguments.size() + 1];
    values[0] = receiver;
    fill(values, 1, arguments, environment);
    return values;
  }

  private static void fill(
      @Nullable Object[] values, int from, List<Evaluator> arguments, Environment environment)
      throws Throwable {
    for (int i = 0; i < arguments.size(); i++) {
      values[from + i] = arguments.get(i).evaluate(environment);
    }
  }

  /** Reads a static field through a handle {@code ()Object}. */
  record StaticRead(MemberHandle handle) implements Evaluator {

    @Override
    public @Nullable Object evaluate(Environment environment) throws Throwable {
      return (Object) handle.get().invokeExact();
    }
  }
}
