package io.loopsentinel.targets.expression;

import static java.util.stream.Collectors.joining;

import io.loopsentinel.engine.identity.FieldAccess;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Binds expressions to the types and members of the application.
 *
 * <p>Type names are resolved as the guarded method's class would resolve them. No class is
 * initialised before an expression is evaluated. A member is looked up in the static type of its
 * receiver. If that type lacks it but a subclass may have it, the member is looked up in the
 * run-time class instead, once per class.
 *
 * @param access access to members that are not public
 */
public record Linker(FieldAccess access) {

  /**
   * Links an expression for one method.
   *
   * @throws ExpressionException if a type or member does not exist, cannot be accessed or does not
   *     accept its arguments; the message lists the alternatives
   */
  public LinkedExpression link(Expression expression, Method method) {
    return link(expression, method, Set.of());
  }

  /**
   * Links an expression with placeholders: a value whose text is one of them becomes {@code null},
   * so that {@code a ?? b} evaluates {@code b}.
   */
  public LinkedExpression link(Expression expression, Method method, Set<String> placeholders) {
    try {
      MemberFinder members = new MemberFinder(expression, access);
      return new Linking(
              expression, method, new Types(method), members, new ArrayList<>(), new ArrayList<>())
          .link(placeholders);
    } catch (LinkageError missingType) {
      // A member's signature names a missing class, usually of an optional dependency.
      throw new ExpressionException(
          "a required class cannot be loaded: %s".formatted(missingType), 0, missingType);
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
        : "%s parameter%s (%s)".formatted(count, count == 1 ? "" : "s", types);
  }
}
