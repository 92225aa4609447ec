package io.loopsentinel.targets.config;

/**
 * A label that a target attaches to its calls, such as the agent or the user.
 *
 * @param value the expression for the value
 * @param plain whether the value is shown; if not, a hash of it is
 */
public record Label(SourceExpression value, boolean plain) {}
