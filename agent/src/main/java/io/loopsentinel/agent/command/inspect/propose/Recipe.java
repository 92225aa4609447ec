package io.loopsentinel.agent.command.inspect.propose;

/**
 * A way to build an object that carries a text.
 *
 * @param expression builds it from {@code message}
 * @param rating how likely it is the right one among others
 */
record Recipe(String expression, int rating) {}
