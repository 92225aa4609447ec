package io.loopsentinel.engine.session;

import io.loopsentinel.engine.settings.BudgetSettings.Price;
import io.loopsentinel.engine.settings.Glob;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the tokens of each model cost. Immutable and thread-safe. */
final class PriceList {

  private static final double PER_MILLION = 1e-6;

  private final List<Entry> entries;

  private record Entry(Glob models, Price price) {}

  /**
   * Creates a list.
   *
   * @param prices by the name or glob of the models
   */
  PriceList(Map<String, Price> prices) {
    this.entries = new ArrayList<>();
    prices.forEach((models, price) -> entries.add(new Entry(Glob.of(models), price)));
    entries.sort((a, b) -> a.models().compareTo(b.models()));
  }

  /** Returns what a turn cost in US dollars; 0 where its model has no price. */
  double cost(ModelTurn turn) {
    String model = turn.model() == null ? "" : turn.model();
    for (Entry entry : entries) {
      if (entry.models().matches(model)) {
        return (turn.inputTokens() * entry.price().input()
                + turn.outputTokens() * entry.price().output())
            * PER_MILLION;
      }
    }
    return 0;
  }
}
