package io.loopsentinel.engine.session;

import org.jspecify.annotations.Nullable;

/**
 * One response of the model.
 *
 * @param text what it said; {@code null} where that is not known, or it only called tools
 * @param inputTokens tokens of the request, 0 where not known
 * @param outputTokens tokens of the response, 0 where not known
 * @param model its name, for the price of its tokens
 */
public record ModelTurn(
    @Nullable String text, long inputTokens, long outputTokens, @Nullable String model) {

  @Override
  public String toString() {
    return "ModelTurn[%s characters, %d + %d tokens, model %s]"
        .formatted(text == null ? "no" : text.length(), inputTokens, outputTokens, model);
  }
}
