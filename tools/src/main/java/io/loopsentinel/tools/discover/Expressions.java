package io.loopsentinel.tools.discover;

import io.loopsentinel.targets.expression.Expression;
import io.loopsentinel.targets.expression.Linker;
import io.loopsentinel.targets.result.AsynchronousType;
import io.loopsentinel.tools.support.Libraries;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import org.jspecify.annotations.Nullable;

/** Expressions of the evidence, as far as they fit the method. */
record Expressions(Linker linker) {

  /** Returns the expressions of name and arguments; {@code null} if there are none that fit. */
  Evidence.@Nullable Shape shape(MethodId method, Evidence seen) {
    Evidence.Shape shape = seen.shape();
    boolean fits = shape != null && fits(method, shape.tool()) && fits(method, shape.args());
    return fits ? shape : null;
  }

  /** Returns the expressions of the result; {@code null} if there are none that fit. */
  Results.@Nullable Built result(MethodId method, Evidence seen) {
    Results.Built built = seen.result();
    Evidence.Shape shape = seen.shape();
    Method dispatch = method.method();
    if (dispatch == null || shape == null) {
      return null;
    }
    Class<?> type = built == null ? returned(dispatch) : built.type();
    String result = built == null ? null : built.result();
    if (result == null || !fits(method, result)) {
      result = type == null ? null : new Factories(type, dispatch, shape.tool()).find();
    }
    if (type == null || result == null || !fits(method, result)) {
      return null;
    }
    String output = built == null ? null : built.output();
    return new Results.Built(result, output == null || fits(method, output) ? output : null, type);
  }

  /** Returns the type of the result, or of the value of an asynchronous one. */
  private static @Nullable Class<?> returned(Method dispatch) {
    Class<?> type = dispatch.getReturnType();
    if (!AsynchronousType.isNameOfOne(type.getName())) {
      return Libraries.haveClass(type.getName()) || type.isPrimitive() ? null : type;
    }
    try {
      return dispatch.getGenericReturnType() instanceof ParameterizedType generic
              && generic.getActualTypeArguments()[0] instanceof Class<?> value
          ? value
          : null;
    } catch (RuntimeException | LinkageError malformed) {
      return null;
    }
  }

  /** Returns whether an expression can be linked to a method. */
  boolean fits(MethodId id, String expression) {
    Method method = id.method();
    try {
      return method != null && linker.link(Expression.parse(expression), method) != null;
    } catch (RuntimeException | LinkageError mismatch) {
      return false;
    }
  }
}
