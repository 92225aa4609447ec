package io.loopsentinel.targets.expression;

import io.loopsentinel.targets.expression.Operand.Constant;
import io.loopsentinel.targets.expression.Tokens.Token;
import java.lang.annotation.Annotation;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the types and annotations that an expression names, as the guarded class would resolve
 * them. No type is initialised.
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

  /**
   * Returns an annotation as a constant, {@code null} if there is none: the one on the guarded
   * method, else on its class, else the nearest meta-annotation, as in composed annotations.
   */
  Operand annotation(Token name) {
    Class<?> type = find(name);
    if (!type.isAnnotation()) {
      throw name.problem(
          type.getName() + " is not an annotation; name one that the method or its class has");
    }
    Retention retention = type.getAnnotation(Retention.class);
    if (retention == null || retention.value() != RetentionPolicy.RUNTIME) {
      throw name.problem(
          "%s is not kept at run time (its retention is not RUNTIME), so it cannot be read"
              .formatted(type.getName()));
    }
    try {
      return new Operand(type, new Constant(annotation(type.asSubclass(Annotation.class))));
    } catch (RuntimeException | LinkageError broken) {
      throw name.problem(
          "the annotations of %s cannot be read: %s".formatted(Linker.label(method), broken));
    }
  }

  private @Nullable Annotation annotation(Class<? extends Annotation> type) {
    Set<AnnotatedElement> seen = new HashSet<>();
    Deque<AnnotatedElement> queue = new ArrayDeque<>(List.of(method, method.getDeclaringClass()));
    Annotation found = null;
    while (found == null && !queue.isEmpty()) {
      AnnotatedElement element = queue.remove();
      found = element.getAnnotation(type);
      for (Annotation carried : element.getAnnotations()) {
        if (seen.add(carried.annotationType())) {
          queue.add(carried.annotationType());
        }
      }
    }
    return found;
  }
}
