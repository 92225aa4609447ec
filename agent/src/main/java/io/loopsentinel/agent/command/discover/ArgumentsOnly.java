package io.loopsentinel.agent.command.discover;

import io.loopsentinel.agent.expression.Environment;
import io.loopsentinel.agent.expression.Variable;
import org.jspecify.annotations.Nullable;

/** A call before it runs: its receiver and arguments are there, and nothing else. */
final class ArgumentsOnly implements Environment {

  private final @Nullable Object self;
  private final Object[] arguments;

  ArgumentsOnly(@Nullable Object self, Object[] arguments) {
    this.self = self;
    this.arguments = arguments;
  }

  @Override
  public @Nullable Object argument(int index) {
    return arguments[index];
  }

  @Override
  public @Nullable Object variable(Variable variable) {
    return variable == Variable.THIS ? self : null;
  }

  @Override
  public Object identity(Object object) {
    return System.identityHashCode(object);
  }
}
