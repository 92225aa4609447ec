package io.loopsentinel.agent.expression;

/**
 * Where a step stands in the text of its expression; describes what goes wrong there at run time.
 *
 * @param start where the step's path begins
 * @param offset where the step begins, at its dot or bracket
 */
record Place(Expression expression, int start, int offset) {

  EvaluationException nullBefore() {
    String source = expression.source();
    boolean element = before().replace(" ", "").endsWith("[*]");
    String nullSafe = source.substring(0, offset) + "?" + source.substring(offset);
    String message =
        "%s%s is null at column %d of `%s`; write `%s` where it may be absent"
            .formatted(element ? "an element of " : "", before(), offset + 1, source, nullSafe);
    return new EvaluationException(message, expression, offset, false, null);
  }

  EvaluationException problem(String message) {
    return problem(message, false);
  }

  EvaluationException problem(String message, boolean ofOtherKind) {
    String located = "%s (column %d of `%s`)".formatted(message, offset + 1, expression);
    return new EvaluationException(located, expression, offset, ofOtherKind, null);
  }

  String notIterable(Class<?> type) {
    return before() + " is a " + type.getTypeName() + "; [*] takes a collection, a Map or an array";
  }

  String before() {
    return expression.source().substring(start, offset).strip();
  }
}
