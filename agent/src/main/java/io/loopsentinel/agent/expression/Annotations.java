package io.loopsentinel.agent.expression;

import java.lang.annotation.Annotation;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.AnnotatedElement;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds an annotation of the guarded method, or else of its class, or else one that their
 * annotations carry, when it is linked.
 */
final class Annotations {

  private Annotations() {}

  /** Returns the annotation as a constant, {@code null} where there is none. */
  static Operand find(Class<?> type, Signature signature, int offset) throws ExpressionException {
    Retention retention = type.getAnnotation(Retention.class);
    if (!type.isAnnotation()) {
      throw new ExpressionException(
          type.getName() + " is not an annotation; name one that the method or its class has",
          offset);
    }
    if (retention == null || retention.value() != RetentionPolicy.RUNTIME) {
      throw new ExpressionException(
          type.getName()
              + " is not kept at run time (its retention is not RUNTIME), so nobody can read it then",
          offset);
    }
    try {
      Annotation annotation = find(type.asSubclass(Annotation.class), signature);
      return new Operand(new Evaluator.Constant(annotation), type);
    } catch (RuntimeException | LinkageError broken) {
      throw new ExpressionException(
          "the annotations of " + signature.label() + " cannot be read: " + broken, offset);
    }
  }

  private static @Nullable Annotation find(Class<? extends Annotation> type, Signature signature) {
    AnnotatedElement[] places = {
      signature.method(), signature.self(), signature.method().getDeclaringClass()
    };
    for (AnnotatedElement place : places) {
      Annotation annotation = place.getAnnotation(type);
      if (annotation != null) {
        return annotation;
      }
    }
    for (AnnotatedElement place : places) {
      Annotation annotation = carriedBy(place, type, new HashSet<>());
      if (annotation != null) {
        return annotation;
      }
    }
    return null;
  }

  /** Finds it on the annotations of a place, or on theirs: frameworks compose annotations so. */
  private static @Nullable Annotation carriedBy(
      AnnotatedElement place, Class<? extends Annotation> type, Set<Class<?>> seen) {
    for (Annotation each : place.getAnnotations()) {
      Class<? extends Annotation> carrier = each.annotationType();
      if (!seen.add(carrier)) {
        continue;
      }
      Annotation direct = carrier.getAnnotation(type);
      Annotation found = direct == null ? carriedBy(carrier, type, seen) : direct;
      if (found != null) {
        return found;
      }
    }
    return null;
  }
}
