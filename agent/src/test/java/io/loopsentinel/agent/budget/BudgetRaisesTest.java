package io.loopsentinel.agent.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.engine.budget.Account;
import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.budget.Raise;
import io.loopsentinel.engine.budget.SpendingStore;
import io.loopsentinel.engine.detect.Budgets;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.Budget.Window;
import io.loopsentinel.engine.settings.BudgetSettings;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What somebody can see of budgets, and add to them. */
class BudgetRaisesTest {

  private static final Instant NOW = Instant.parse("2026-11-26T10:00:00Z");
  private static final String BOB = Attribution.hash("bob");

  private final SpendingStore spending = new SpendingStore();
  private final Budgets all =
      new Budgets(
          new BudgetSettings(
              List.of(
                  budget("daily", "user", Map.of(Measure.COST_USD, 5.0)),
                  budget("all", Budget.GLOBAL, Map.of(Measure.TOOL_CALLS, 100.0)),
                  budget("chat", Budget.SESSION, Map.of(Measure.TOKENS, 1_000.0))),
              Map.of()),
          spending);

  private final BudgetRaises budgets = new BudgetRaises(all, () -> Set.of("c-7"), () -> NOW);

  @BeforeEach
  void spend() {
    spend("daily", "ann", Measure.COST_USD, 1);
    spend("daily", BOB, Measure.COST_USD, 4);
    spend("all", "", Measure.TOOL_CALLS, 99);
  }

  @Test
  void areRaisedByTheNameOfALabelThatIsKnownByItsHash() {
    String done = budgets.raise("daily", "bob", "+5usd", "2h", "a demo");

    Instant until = Instant.parse("2026-11-26T12:00:00Z");
    assertThat(done)
        .isEqualTo("budget daily of " + BOB + " raised by 5 usd until " + until + ": a demo");
    assertThat(spending.raises(NOW))
        .containsExactly(new Raise("daily", BOB, Measure.COST_USD, 5, until, "a demo"));
    assertThat(all.standings(NOW)).anyMatch(each -> each.holder().equals(BOB) && each.cap() == 10);
  }

  @Test
  void areRaisedForASessionThatIsKnown() {
    assertThat(budgets.raise("chat", "c-7", "500tokens", "30m", "more to read"))
        .startsWith("budget chat of c-7 raised by 500 tokens until");
  }

  @Test
  void areRaisedForAll() {
    assertThat(budgets.raise("all", "-", "+50calls", "1h30m", "a long day"))
        .startsWith("budget all raised by 50 calls until 2026-11-26T11:30:00Z");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dayly | bob  | +5usd    | 2h   | why | there is no budget dayly; there are [daily, all,"
            + " chat]",
        "daily | bob  | +5eur    | 2h   | why | expected an amount such as +5usd",
        "daily | bob  | -5usd    | 2h   | why | expected an amount such as +5usd",
        "daily | bob  | +5tokens | 2h   | why | budget daily has no cap on tokens, only on"
            + " [cost_usd]",
        "daily | bob  | +5usd    | 2    | why | expected a time up to 744h such as 2h or 30m",
        "daily | bob  | +5usd    | 800h | why | expected a time up to 744h such as 2h or 30m",
        "daily | bob  | +5usd    | 2h   | ' ' | expected a reason",
        "daily | carl | +5usd    | 2h   | why | nothing was spent of budget daily by user carl so"
            + " far",
        "chat  | c-8  | +5tokens | 2h   | why | nothing was spent of budget chat by session c-8 so"
            + " far",
      })
  void nameTheLimitation(
      String name, String holder, String amount, String time, String why, String message) {
    assertThatThrownBy(() -> budgets.raise(name, holder, amount, time, why))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
    assertThat(spending.raises(NOW)).isEmpty();
  }

  private void spend(String budget, String holder, Measure measure, double amount) {
    spending.put(
        new Account.Key(budget, holder, "", "2026-11-26"), Account.EMPTY.plus(measure, amount));
  }

  private static Budget budget(String name, String per, Map<Measure, Double> caps) {
    return new Budget(name, per, Window.DAY, caps, 0.8, null, ZoneId.of("UTC"));
  }
}
