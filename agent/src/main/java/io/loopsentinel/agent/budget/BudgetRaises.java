package io.loopsentinel.agent.budget;

import io.loopsentinel.engine.budget.Account;
import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.budget.Raise;
import io.loopsentinel.engine.detect.Budgets;
import io.loopsentinel.engine.session.view.SessionKey;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import io.loopsentinel.engine.text.Printable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Raises budgets while the JVM runs. Thread-safe.
 *
 * @param sessions supplies the keys of all known sessions, as text
 */
public record BudgetRaises(Budgets budgets, Supplier<Set<String>> sessions, InstantSource clock) {

  private static final Pattern AMOUNT =
      Pattern.compile("\\+?(\\d{1,12}(?:\\.\\d{1,6})?)(usd|tokens|turns|calls)");
  private static final Duration MAX_DURATION = Duration.ofDays(31);
  private static final String EXPECTED =
      "expected an amount such as +5usd, +10000tokens, +20turns or +50calls, found ";

  /**
   * Raises a cap for a limited time.
   *
   * @param holder a session, a label's value or the hash of that value; ignored if the budget is
   *     global
   * @param amount the amount to add, such as {@code +5usd}
   * @param time the duration, such as {@code 2h}
   * @throws IllegalArgumentException if an argument is invalid; the message says what is valid
   */
  public String raise(String name, String holder, String amount, String time, String why) {
    List<Budget> all = budgets.settings().budgets();
    Budget budget =
        all.stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "there is no budget %s; there are %s"
                            .formatted(
                                Printable.name(name), all.stream().map(Budget::name).toList())));
    Matcher parts = AMOUNT.matcher(amount);
    if (!parts.matches()) {
      throw new IllegalArgumentException(EXPECTED + Printable.name(amount));
    }
    Measure measure = measure(budget, parts.group(2));
    Instant until = clock.instant().plus(duration(time)).truncatedTo(ChronoUnit.SECONDS);
    if (why.isBlank()) {
      throw new IllegalArgumentException("expected a reason, which is written to the audit log");
    }
    String account = knownHolder(budget, holder);
    budgets
        .store()
        .raise(new Raise(name, account, measure, Double.parseDouble(parts.group(1)), until, why));
    return "budget %s%s raised by %s %s until %s: %s"
        .formatted(
            name,
            account.isEmpty() ? "" : " of " + Printable.name(account),
            parts.group(1),
            parts.group(2),
            until,
            Printable.name(why));
  }

  private static Measure measure(Budget budget, String unit) {
    Measure measure =
        switch (unit) {
          case "usd" -> Measure.COST_USD;
          case "tokens" -> Measure.TOKENS;
          case "turns" -> Measure.TURNS;
          default ->
              budget.caps().containsKey(Measure.TOOL_CALLS)
                  ? Measure.TOOL_CALLS
                  : Measure.CALLS_PER_TOOL;
        };
    if (!budget.caps().containsKey(measure)) {
      throw new IllegalArgumentException(
          "budget %s has no cap on %s, only on %s"
              .formatted(
                  budget.name(),
                  unit,
                  budget.caps().keySet().stream().map(Measure::text).sorted().toList()));
    }
    return measure;
  }

  private static Duration duration(String time) {
    try {
      Duration duration = Duration.parse("PT" + time.toUpperCase(Locale.ROOT));
      if (!duration.isNegative() && !duration.isZero() && duration.compareTo(MAX_DURATION) <= 0) {
        return duration;
      }
    } catch (DateTimeParseException e) {
      // Reported below.
    }
    throw new IllegalArgumentException(
        "expected a time up to 744h such as 2h or 30m, found " + Printable.name(time));
  }

  /** Returns the holder as stored in its account, which may be the hash of the label's value. */
  private String knownHolder(Budget budget, String holder) {
    if (budget.per().equals(Budget.GLOBAL)) {
      return "";
    }
    Set<String> known =
        budget.per().equals(Budget.SESSION)
            ? sessions.get()
            : budgets.store().accounts().keySet().stream()
                .filter(key -> key.budget().equals(budget.name()))
                .map(Account.Key::holder)
                .collect(Collectors.toSet());
    return Stream.of(holder, Attribution.hash(holder), SessionKey.text(holder))
        .filter(known::contains)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "nothing was spent of budget %s by %s %s so far"
                        .formatted(budget.name(), budget.per(), Printable.name(holder))));
  }
}
