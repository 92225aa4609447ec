package io.loopsentinel.engine.api;

/**
 * A loop that a rule found.
 *
 * @param subject what repeats, such as the tool's name: findings of one subject climb one ladder
 * @param count how often it was seen
 * @param threshold the count from which it is a finding
 * @param fact what was found, in one sentence that the model and people read
 * @param advice what the model is told to do instead, in one sentence
 */
public record FoundLoop(String subject, int count, int threshold, String fact, String advice) {}
