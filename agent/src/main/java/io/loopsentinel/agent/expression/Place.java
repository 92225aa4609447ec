package io.loopsentinel.agent.expression;

/**
 * Where a step stands in the text of its expression; words what goes wrong there at run time.
 *
 * @param source the whole text
 * @param start where the step's path begins
 * @param offset where the step begins, at its dot or bracket
 */
record Place(String source, int start, int offset) {

  /** Returns the problem that what is left of the step is {@code null}. */
  EvaluationException nullBefore() {
    boolean element = before().endsWith("]") && before().replace(" ", "").endsWith("[*]");
    return new EvaluationException(
        (element ? "an element of " : "")
            + before()
            + " is null at column "
            + (offset + 1)
            + " of `"
            + source
            + "`; write `"
            + nullSafeSource()
            + "` where it may be absent",
        offset);
  }

  /** Returns another problem with what is left of the step. */
  EvaluationException problem(String message) {
    return new EvaluationException(located(message), offset);
  }

  /** Returns the problem that the class of what is left of the step does not have the member. */
  EvaluationException missing(String message) {
    return EvaluationException.ofOtherKind(located(message), offset);
  }

  /** Returns the part of the path that is left of the step. */
  String before() {
    return source.substring(start, offset).strip();
  }

  /** Says that what is left of {@code [*]} has no elements. */
  String notIterable(Class<?> type) {
    return before() + " is a " + type.getTypeName() + "; [*] takes a collection, a Map or an array";
  }

  private String located(String message) {
    return message + " (column " + (offset + 1) + " of `" + source + "`)";
  }

  private String nullSafeSource() {
    String operator = source.charAt(offset) == '[' ? "?." : "?";
    return source.substring(0, offset) + operator + source.substring(offset);
  }
}
