package io.loopsentinel.agent.config;

import io.loopsentinel.agent.expression.Expression;

/**
 * An expression and the place of its first character.
 *
 * @param expression the parsed expression
 * @param origin where it begins; positions inside it are added to its column
 */
public record SourceExpression(Expression expression, Origin origin) {}
