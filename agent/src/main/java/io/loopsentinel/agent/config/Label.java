package io.loopsentinel.agent.config;

/**
 * A label of a target: whose its calls are.
 *
 * @param value the expression that gives its value
 * @param plain whether the value is shown; else a hash of it is
 */
public record Label(SourceExpression value, boolean plain) {}
