package io.loopsentinel.it.model;

import java.util.List;
import java.util.stream.Stream;

/**
 * What a scripted model has seen.
 *
 * @param requests how many requests it answered
 * @param inputTokens what it read: a quarter of the characters of messages and tools
 * @param cachedTokens how much of that it had kept: half of each request
 * @param outputTokens what it wrote, by the same estimate
 * @param hints the tool results that told it of a loop, in order
 * @param warnings the messages beside them that did, in order
 */
public record ModelLog(
    int requests,
    long inputTokens,
    long cachedTokens,
    long outputTokens,
    List<String> hints,
    List<String> warnings) {

  static final ModelLog EMPTY = new ModelLog(0, 0, 0, 0, List.of(), List.of());

  static final ModelLog FAILED = new ModelLog(1, 0, 0, 0, List.of(), List.of());

  private static final int CHARACTERS_PER_TOKEN = 4;

  /** Returns the log of one request. */
  static ModelLog of(int charactersRead, int charactersWritten, Conversation conversation) {
    int inputTokens = charactersRead / CHARACTERS_PER_TOKEN;
    return new ModelLog(
        1,
        inputTokens,
        inputTokens / 2,
        charactersWritten / CHARACTERS_PER_TOKEN,
        conversation.latestHints(),
        conversation.latestWarnings());
  }

  /** Returns the tokens read and written. */
  public long tokens() {
    return inputTokens + outputTokens;
  }

  ModelLog plus(ModelLog other) {
    return new ModelLog(
        requests + other.requests,
        inputTokens + other.inputTokens,
        cachedTokens + other.cachedTokens,
        outputTokens + other.outputTokens,
        Stream.concat(hints.stream(), other.hints.stream()).toList(),
        Stream.concat(warnings.stream(), other.warnings.stream()).toList());
  }
}
