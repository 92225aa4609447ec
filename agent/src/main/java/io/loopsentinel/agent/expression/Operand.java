package io.loopsentinel.agent.expression;

/**
 * A linked part together with what is known about its value.
 *
 * @param type its static type, boxed; {@link Void} where the value is always {@code null}
 */
record Operand(Evaluator evaluator, Class<?> type) {}
