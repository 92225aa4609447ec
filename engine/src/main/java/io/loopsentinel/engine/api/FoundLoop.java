package io.loopsentinel.engine.api;

/**
 * A loop that a rule found.
 *
 * @param subject the subject of the loop, such as the tool's name: findings of one subject climb
 *     one ladder
 * @param count the number of occurrences
 * @param threshold the count from which it is a finding
 * @param fact a sentence that says what was found, for the model and people
 * @param advice a sentence that says what the model should do instead
 */
public record FoundLoop(String subject, int count, int threshold, String fact, String advice) {}
