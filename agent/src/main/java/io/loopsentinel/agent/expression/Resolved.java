package io.loopsentinel.agent.expression;

/**
 * A member that was found.
 *
 * @param handle how it is read or called, with {@link Object} in place of every type
 * @param type the static type of its value, boxed; {@link Void} where it has none
 */
record Resolved(MemberHandle handle, Class<?> type) {}
