package io.loopsentinel.targets.expression;

/**
 * The position of a step in the text of its expression; creates the run-time exceptions for it.
 *
 * @param start the offset of the step's path
 * @param offset the offset of the step, at its dot or bracket
 */
record Place(Expression expression, int start, int offset) {

  EvaluationException nullBefore() {
    String source = expression.source();
    boolean element = before().replace(" ", "").endsWith("[*]");
    String nullSafe = source.substring(0, offset) + "?" + source.substring(offset);
    String message =
        "%s%s is null at column %s of `%s`; write `%s` if it may be absent"
            .formatted(element ? "an element of " : "", before(), offset + 1, source, nullSafe);
    return new EvaluationException(message, expression, offset, false, null);
  }

  EvaluationException problem(String message) {
    return problem(message, false);
  }

  EvaluationException problem(String message, boolean memberMissing) {
    String located = "%s (column %s of `%s`)".formatted(message, offset + 1, expression);
    return new EvaluationException(located, expression, offset, memberMissing, null);
  }

  String notIterable(Class<?> type) {
    return before() + " is a " + type.getTypeName() + "; [*] takes a collection, a Map or an array";
  }

  String before() {
    return expression.source().substring(start, offset).strip();
  }
}
