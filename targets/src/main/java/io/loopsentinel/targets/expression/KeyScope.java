package io.loopsentinel.targets.expression;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JVMs in which an expression can give the same session key. */
public enum KeyScope {
  /** All JVMs: it gives a text, a number, a UUID or another value with a text of its own. */
  ALL_JVMS("%s is an id, shared by all JVMs"),
  /** Known only when it is evaluated, because its static type does not show it. */
  BY_VALUE("%s is shared by all JVMs if it is a text, a number or a UUID"),
  /** Those of the run around the call. */
  RUN("%s is shared if the session of its run target is"),
  /** This JVM: a thread, or the identity of an object. */
  THIS_JVM("%s belongs to this JVM alone");

  private final String sentence;

  KeyScope(String sentence) {
    this.sentence = sentence;
  }

  /**
   * Returns the scope of each operand of a fallback, or of the entire expression.
   *
   * @param type gives the static type of an operand; {@code null} or {@link Object} if unknown
   */
  public static Map<String, KeyScope> of(
      Expression expression, java.util.function.Function<Expression, @Nullable Class<?>> type) {
    Map<String, KeyScope> scopes = new LinkedHashMap<>();
    for (String operand : expression.operands()) {
      scopes.put(operand, ofOperand(Expression.parse(operand), type));
    }
    return scopes;
  }

  /** Describes the scopes of operands, those of one scope together. */
  public static String describe(Map<String, KeyScope> scopes) {
    Map<KeyScope, List<String>> operands = new LinkedHashMap<>();
    scopes.forEach(
        (operand, scope) ->
            operands.computeIfAbsent(scope, none -> new ArrayList<>()).add(operand));
    List<String> sentences = new ArrayList<>();
    operands.forEach(
        (scope, each) -> sentences.add(scope.sentence.formatted(String.join(" ?? ", each))));
    return String.join("; ", sentences);
  }

  /** Returns whether a session key is the text of an object of this class, not its identity. */
  public static boolean hasOwnText(Class<?> type) {
    try {
      return type.getMethod("toString").getDeclaringClass() != Object.class;
    } catch (NoSuchMethodException ofInterface) {
      return false;
    }
  }

  private static KeyScope ofOperand(
      Expression operand, java.util.function.Function<Expression, @Nullable Class<?>> types) {
    if (operand.takesIdentity()
        || operand.variables().contains(Variable.THREAD)
        || operand.variables().contains(Variable.INSTANCE)) {
      return THIS_JVM;
    }
    if (operand.variables().contains(Variable.RUN)) {
      return RUN;
    }
    Class<?> type = types.apply(operand);
    if (type == null || type == Object.class || type == Void.class) {
      return BY_VALUE;
    }
    // An expression [a, b] gives a List, whose key is its text.
    if (type == List.class || type == CharSequence.class || hasOwnText(type)) {
      return ALL_JVMS;
    }
    return type.isInterface() ? BY_VALUE : THIS_JVM;
  }
}
