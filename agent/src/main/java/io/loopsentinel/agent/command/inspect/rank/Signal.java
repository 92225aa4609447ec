package io.loopsentinel.agent.command.inspect.rank;

/**
 * A sign that a method is, or is not, what is looked for.
 *
 * @param weight what it adds to the score, below 0 where it speaks against it
 * @param reason what was seen, a clause for a person to read
 */
public record Signal(int weight, String reason) {}
