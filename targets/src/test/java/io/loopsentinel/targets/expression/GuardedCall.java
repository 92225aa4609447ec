package io.loopsentinel.targets.expression;

import io.loopsentinel.engine.identity.FieldAccess;
import java.lang.reflect.Method;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One call of a method, for which expressions are linked and evaluated. */
final class GuardedCall implements Environment {

  private final Method method;
  private final @Nullable Object[] arguments;
  private final Map<Variable, @Nullable Object> variables = new EnumMap<>(Variable.class);

  private GuardedCall(Method method, @Nullable Object[] arguments) {
    this.method = method;
    this.arguments = arguments;
  }

  /** Returns a call of the only method of that name that a class declares. */
  static GuardedCall of(Class<?> type, String method, @Nullable Object... arguments) {
    return new GuardedCall(
        Stream.of(type.getDeclaredMethods())
            .filter(each -> each.getName().equals(method))
            .findFirst()
            .orElseThrow(),
        arguments);
  }

  /** Returns a call with one argument of static type Object. */
  static GuardedCall withObject(@Nullable Object argument) {
    return of(Untyped.class, "call", argument);
  }

  GuardedCall with(Variable variable, @Nullable Object value) {
    variables.put(variable, value);
    return this;
  }

  LinkedExpression link(String source) throws ExpressionException {
    return new Linker(FieldAccess.toOpenPackages()).link(Expression.parse(source), method);
  }

  @Nullable Object evaluate(String source) throws Throwable {
    return link(source).evaluate(this);
  }

  @Override
  public @Nullable Object argument(int index) {
    return arguments[index];
  }

  @Override
  public @Nullable Object variable(Variable variable) {
    return variables.get(variable);
  }

  @Override
  public Object identity(Object object) {
    return System.identityHashCode(object);
  }

  static final class Untyped {
    @SuppressWarnings("unused")
    void call(@Nullable Object argument) {}
  }
}
