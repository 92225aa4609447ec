package io.loopsentinel.agent.expression;

import static java.util.stream.Collectors.joining;

import io.loopsentinel.engine.identity.FieldAccess;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Binds expressions to the types and members of the application.
 *
 * <p>Names of types are resolved as the guarded method's class would resolve them; no class is
 * initialised before an expression is evaluated. A member is looked for in the static type of what
 * it is read from. Where that type does not have it but a subclass may, it is looked for in the
 * run-time class instead, once per class.
 *
 * @param access how members that are not public are reached
 */
public record Linker(FieldAccess access) {

  /**
   * Links an expression for one method.
   *
   * @throws ExpressionException where a type or member does not exist, cannot be accessed or cannot
   *     take its arguments; the message names what there is instead
   */
  public LinkedExpression link(Expression expression, Method method) {
    return link(expression, method, Set.of());
  }

  /**
   * Links an expression where some values, told by their texts, stand for none: what gives one of
   * them gives {@code null}, so that in {@code a ?? b} the fallback goes on.
   */
  public LinkedExpression link(Expression expression, Method method, Set<String> placeholders) {
    try {
      MemberFinder members = new MemberFinder(expression, access);
      return new Linking(
              expression,
              method,
              new Types(method),
              members,
              new ArrayList<>(),
              new ArrayList<>(),
              new ArrayList<>())
          .link(placeholders);
    } catch (LinkageError missingType) {
      // A class that a member's signature names is not there: an optional dependency, mostly.
      throw new ExpressionException(
          "a class that is needed cannot be loaded: %s".formatted(missingType), 0, missingType);
    }
  }

  static String label(Method method) {
    return method.getDeclaringClass().getName() + "." + method.getName();
  }

  /** Returns for example {@code "2 parameters (String, Map)"}. */
  public static String parameterList(Method method) {
    int count = method.getParameterCount();
    String types =
        Stream.of(method.getParameterTypes()).map(Class::getSimpleName).collect(joining(", "));
    return count == 0
        ? "no parameters"
        : "%d parameter%s (%s)".formatted(count, count == 1 ? "" : "s", types);
  }
}
