package io.loopsentinel.targets.expression;

import io.loopsentinel.targets.expression.Tokens.Token;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Finds the types that an expression names, as the guarded class would resolve them. No type is
 * initialised.
 */
record Types(Method method) {

  /**
   * Returns a type. A nested type may be written with dots. A name without a package is also looked
   * up in {@code java.lang}.
   */
  Class<?> find(Token name) {
    String candidate = name.text();
    Class<?> type = load(candidate, name);
    while (type == null && candidate.indexOf('.') >= 0) {
      candidate = candidate.replaceFirst("\\.([^.]*)$", "\\$$1");
      type = load(candidate, name);
    }
    if (type == null && name.text().indexOf('.') < 0) {
      type = load("java.lang." + name.text(), name);
    }
    if (type == null) {
      throw name.problem(
          "type %s not found by the class loader of %s; check the spelling, package included"
              .formatted(name.text(), method.getDeclaringClass().getName()));
    }
    return type;
  }

  private @Nullable Class<?> load(String candidate, Token name) {
    try {
      return Class.forName(candidate, false, method.getDeclaringClass().getClassLoader());
    } catch (ClassNotFoundException absent) {
      return null;
    } catch (LinkageError | RuntimeException broken) {
      throw new ExpressionException(
          "type %s cannot be loaded: %s".formatted(candidate, broken), name.offset(), broken);
    }
  }
}
