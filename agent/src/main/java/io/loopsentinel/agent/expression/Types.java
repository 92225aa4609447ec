package io.loopsentinel.agent.expression;

import io.loopsentinel.agent.expression.Evaluator.Constant;
import io.loopsentinel.agent.expression.Evaluator.Operand;
import io.loopsentinel.agent.expression.Node.TypeName;
import java.lang.annotation.Annotation;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.AnnotatedElement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the types that an expression names, and the annotations of these types, as the guarded
 * class would, without initialising any of them.
 */
final class Types {

  private final Signature signature;

  /**
   * Creates a finder.
   *
   * @param signature the guarded method; the loader of its class is asked
   */
  Types(Signature signature) {
    this.signature = signature;
  }

  /**
   * Returns a type. A nested one may be written with dots; a name without a package is looked for
   * in {@code java.lang}, too.
   */
  Class<?> find(TypeName name) throws ExpressionException {
    String candidate = name.text();
    Class<?> type = load(candidate, name.offset());
    while (type == null && candidate.indexOf('.') >= 0) {
      int dot = candidate.lastIndexOf('.');
      candidate = candidate.substring(0, dot) + "$" + candidate.substring(dot + 1);
      type = load(candidate, name.offset());
    }
    if (type == null && name.text().indexOf('.') < 0) {
      type = load("java.lang." + name.text(), name.offset());
    }
    if (type == null) {
      throw new ExpressionException(
          "type "
              + name.text()
              + " not found by the class loader of "
              + signature.method().getDeclaringClass().getName()
              + "; check the spelling, package included",
          name.offset());
    }
    return type;
  }

  private @Nullable Class<?> load(String name, int offset) throws ExpressionException {
    try {
      return Class.forName(name, false, signature.method().getDeclaringClass().getClassLoader());
    } catch (ClassNotFoundException absent) {
      return null;
    } catch (LinkageError | RuntimeException broken) {
      throw new ExpressionException(
          "type " + name + " cannot be loaded: " + broken, offset, broken);
    }
  }

  /**
   * Returns an annotation as a constant, {@code null} where there is none: that of the guarded
   * method, or else of its class, or else one that their annotations carry.
   */
  Operand annotation(TypeName name) throws ExpressionException {
    Class<?> type = find(name);
    if (!type.isAnnotation()) {
      throw new ExpressionException(
          type.getName() + " is not an annotation; name one that the method or its class has",
          name.offset());
    }
    Retention retention = type.getAnnotation(Retention.class);
    if (retention == null || retention.value() != RetentionPolicy.RUNTIME) {
      throw new ExpressionException(
          type.getName()
              + " is not kept at run time (its retention is not RUNTIME), so nobody can read it"
              + " then",
          name.offset());
    }
    try {
      return new Operand(new Constant(annotation(type.asSubclass(Annotation.class))), type);
    } catch (RuntimeException | LinkageError broken) {
      throw new ExpressionException(
          "the annotations of " + signature.label() + " cannot be read: " + broken, name.offset());
    }
  }

  private @Nullable Annotation annotation(Class<? extends Annotation> type) {
    List<AnnotatedElement> carriers =
        List.of(signature.method(), signature.self(), signature.method().getDeclaringClass());
    for (AnnotatedElement carrier : carriers) {
      Annotation annotation = carrier.getAnnotation(type);
      if (annotation != null) {
        return annotation;
      }
    }
    for (AnnotatedElement carrier : carriers) {
      Annotation annotation = carriedBy(carrier, type, new HashSet<>());
      if (annotation != null) {
        return annotation;
      }
    }
    return null;
  }

  /** Finds it on the annotations of an element, or on theirs: frameworks compose annotations so. */
  private static @Nullable Annotation carriedBy(
      AnnotatedElement element, Class<? extends Annotation> type, Set<Class<?>> seen) {
    for (Annotation each : element.getAnnotations()) {
      Class<? extends Annotation> carrier = each.annotationType();
      if (seen.add(carrier)) {
        Annotation direct = carrier.getAnnotation(type);
        Annotation found = direct == null ? carriedBy(carrier, type, seen) : direct;
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }
}
