package io.loopsentinel.agent.expression;

import java.lang.invoke.MethodHandle;

/**
 * A member that was found.
 *
 * @param handle how it is read or called, with {@link Object} in place of every type
 * @param type the static type of its value, boxed; {@link Void} where it has none
 */
record Resolved(MethodHandle handle, Class<?> type) {}
