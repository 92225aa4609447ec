package io.loopsentinel.engine.call;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.settings.BudgetSettings;
import io.loopsentinel.engine.settings.GlobMap;
import org.jspecify.annotations.Nullable;

/**
 * One response of the model.
 *
 * @param text its text; {@code null} if unknown, or if it only calls tools
 * @param inputTokens tokens of the request, 0 if unknown
 * @param cachedTokens input tokens that came from the provider's cache, 0 if unknown
 * @param outputTokens tokens of the response, 0 if unknown
 * @param model the name of the model, for the price of its tokens; cut as {@link GlobMap#bounded}
 *     does
 * @param attribution the run and the labels
 */
public record ModelTurn(
    @Nullable String text,
    long inputTokens,
    long cachedTokens,
    long outputTokens,
    @Nullable String model,
    Attribution attribution) {

  /** Maximum of each count. */
  private static final long MAX_TOKENS = Long.MAX_VALUE / 2;

  /** Bounds the counts and the name, which come from the provider. */
  public ModelTurn {
    inputTokens = bounded(inputTokens);
    cachedTokens = bounded(cachedTokens);
    outputTokens = bounded(outputTokens);
    model = model == null ? null : GlobMap.bounded(model);
  }

  /** Returns a count that takes nothing from a budget, and does not overflow if two are added. */
  private static long bounded(long tokens) {
    return Math.max(0, Math.min(tokens, MAX_TOKENS));
  }

  /** Creates a response without cached tokens, run or labels. */
  public ModelTurn(
      @Nullable String text, long inputTokens, long outputTokens, @Nullable String model) {
    this(text, inputTokens, 0, outputTokens, model, Attribution.NONE);
  }

  /** Returns its cost in US dollars; {@code null} without tokens or a price of its model. */
  public @Nullable Double cost(BudgetSettings prices) {
    return inputTokens == 0 && outputTokens == 0
        ? null
        : prices.cost(model, inputTokens, cachedTokens, outputTokens);
  }

  @Override
  public String toString() {
    return "ModelTurn[%s characters, %s + %s tokens, model %s]"
        .formatted(text == null ? "no" : text.length(), inputTokens, outputTokens, model);
  }
}
