package io.loopsentinel.engine.session;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.settings.BudgetSettings;
import org.jspecify.annotations.Nullable;

/**
 * One response of the model.
 *
 * @param text what it said; {@code null} where that is not known, or it only called tools
 * @param inputTokens tokens of the request, 0 where not known
 * @param cachedTokens how many of them the provider had kept, 0 where not known
 * @param outputTokens tokens of the response, 0 where not known
 * @param model its name, for the price of its tokens
 * @param attribution whose it is
 */
public record ModelTurn(
    @Nullable String text,
    long inputTokens,
    long cachedTokens,
    long outputTokens,
    @Nullable String model,
    Attribution attribution) {

  /** Creates a response of which no more is known. */
  public ModelTurn(
      @Nullable String text, long inputTokens, long outputTokens, @Nullable String model) {
    this(text, inputTokens, 0, outputTokens, model, Attribution.NONE);
  }

  /** Returns what it cost in US dollars; 0 where its model has no price. */
  public double cost(BudgetSettings prices) {
    return prices.cost(model, inputTokens, cachedTokens, outputTokens);
  }

  @Override
  public String toString() {
    return "ModelTurn[%s characters, %d + %d tokens, model %s]"
        .formatted(text == null ? "no" : text.length(), inputTokens, outputTokens, model);
  }
}
