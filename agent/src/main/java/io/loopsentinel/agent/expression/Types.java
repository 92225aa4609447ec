package io.loopsentinel.agent.expression;

import io.loopsentinel.agent.expression.Operand.Constant;
import io.loopsentinel.agent.expression.Tokens.Token;
import java.lang.annotation.Annotation;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the types that an expression names, and the annotations of these types, as the guarded
 * class would, without initialising any of them.
 */
final class Types {

  private final Method method;

  Types(Method method) {
    this.method = method;
  }

  /**
   * Returns a type. A nested one may be written with dots; a name without a package is looked for
   * in {@code java.lang}, too.
   */
  Class<?> find(Token name) {
    String candidate = name.text();
    Class<?> type = load(candidate, name.offset());
    while (type == null && candidate.indexOf('.') >= 0) {
      candidate = candidate.replaceFirst("\\.([^.]*)$", "\\$$1");
      type = load(candidate, name.offset());
    }
    if (type == null && name.text().indexOf('.') < 0) {
      type = load("java.lang." + name.text(), name.offset());
    }
    if (type == null) {
      throw new ExpressionException(
          "type %s not found by the class loader of %s; check the spelling, package included"
              .formatted(name.text(), method.getDeclaringClass().getName()),
          name.offset());
    }
    return type;
  }

  private @Nullable Class<?> load(String name, int offset) {
    try {
      return Class.forName(name, false, method.getDeclaringClass().getClassLoader());
    } catch (ClassNotFoundException absent) {
      return null;
    } catch (LinkageError | RuntimeException broken) {
      throw new ExpressionException(
          "type %s cannot be loaded: %s".formatted(name, broken), offset, broken);
    }
  }

  /**
   * Returns an annotation as a constant, {@code null} where there is none: that of the guarded
   * method, or else of its class, or else the nearest that annotations carry, as frameworks compose
   * them.
   */
  Operand annotation(Token name) {
    Class<?> type = find(name);
    if (!type.isAnnotation()) {
      throw new ExpressionException(
          "%s is not an annotation; name one that the method or its class has"
              .formatted(type.getName()),
          name.offset());
    }
    Retention retention = type.getAnnotation(Retention.class);
    if (retention == null || retention.value() != RetentionPolicy.RUNTIME) {
      throw new ExpressionException(
          "%s is not kept at run time (its retention is not RUNTIME), so nobody can read it then"
              .formatted(type.getName()),
          name.offset());
    }
    try {
      return new Operand(type, new Constant(annotation(type.asSubclass(Annotation.class))));
    } catch (RuntimeException | LinkageError broken) {
      throw new ExpressionException(
          "the annotations of %s cannot be read: %s".formatted(Linker.label(method), broken),
          name.offset());
    }
  }

  private @Nullable Annotation annotation(Class<? extends Annotation> type) {
    Set<AnnotatedElement> seen = new HashSet<>();
    List<? extends AnnotatedElement> level = List.of(method, method.getDeclaringClass());
    while (!level.isEmpty()) {
      for (AnnotatedElement each : level) {
        Annotation annotation = each.getAnnotation(type);
        if (annotation != null) {
          return annotation;
        }
      }
      level =
          level.stream()
              .flatMap(each -> Stream.of(each.getAnnotations()))
              .map(Annotation::annotationType)
              .filter(seen::add)
              .toList();
    }
    return null;
  }
}
