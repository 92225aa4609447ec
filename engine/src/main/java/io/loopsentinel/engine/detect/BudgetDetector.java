package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.budget.Account;
import io.loopsentinel.engine.detect.Budgets.Use;
import io.loopsentinel.engine.detect.DetectorTraits.Flag;
import io.loopsentinel.engine.finding.Evidence;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.engine.text.Printable;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Finds calls and turns that exceed one cap of a budget or reach its warning level.
 *
 * <p>A cap on calls or turns is exceeded by the first call or turn after the last one allowed. A
 * cap on tokens or cost is exceeded by the turn that uses more than the cap. From then on, every
 * call and turn exceeds the cap until its window ends or it is raised. If several sessions share
 * the budget, the next model request of each of them is refused.
 */
public record BudgetDetector(Budgets budgets, Budget budget, Measure measure) implements Detector {

  public static final String NAME = "budget";

  @Override
  public Budget settings() {
    return budget;
  }

  /** Returns the ladder; a warning never stops anything, even if a ladder is configured. */
  @Override
  public Ladder ladder(Finding finding, ToolPolicy policy) {
    return finding.isWarningOfBudget() ? Ladder.WARN_ONLY : Detector.super.ladder(finding, policy);
  }

  /** A call that is requested twice is paid for twice. */
  @Override
  public DetectorTraits traits() {
    return DetectorTraits.reading(0, Flag.JUDGES_DUPLICATES, Flag.JUDGES_GATED);
  }

  @Override
  public @Nullable Finding beforeCall(Call call, WordSet words, SessionHistory session) {
    Use use = use(session, call.tool());
    if (use == null) {
      return null;
    }
    if (isSpent(use)) {
      return finding(use, List.of(call.tool()), use.used(), false);
    }
    return measure.isOfCalls() && shouldWarn(use, use.used() + 1, session)
        ? finding(use, List.of(call.tool()), use.used() + 1, true)
        : null;
  }

  @Override
  public @Nullable Finding beforeTurn(SessionHistory session) {
    Use use = measure.isOfCalls() ? null : use(session, "");
    return use != null && leavesNoTurn(use) ? finding(use, List.of(), use.used(), false) : null;
  }

  @Override
  public @Nullable Finding afterTurn(
      @Nullable WordSet words, boolean afterNews, SessionHistory session) {
    Use use = measure.isOfCalls() ? null : use(session, "");
    if (use == null) {
      return null;
    }
    if (isSpent(use)) {
      return finding(use, List.of(), use.used(), false);
    }
    return shouldWarn(use, use.used(), session) ? finding(use, List.of(), use.used(), true) : null;
  }

  boolean isStillSpent(Finding finding, SessionHistory session) {
    Use use = use(session, finding.cycle().isEmpty() ? "" : finding.cycle().get(0));
    return use == null || isSpent(use) || leavesNoTurn(use);
  }

  private @Nullable Use use(SessionHistory session, String tool) {
    return budgets.use(budget, measure, session, tool).orElse(null);
  }

  private boolean isSpent(Use use) {
    return measure.isOfCalls() ? use.used() >= use.cap() : use.used() > use.cap();
  }

  /** A cap on turns is used up by the last turn allowed, one on tokens or cost by exceeding it. */
  private boolean leavesNoTurn(Use use) {
    return measure == Measure.TURNS ? use.used() >= use.cap() : isSpent(use);
  }

  private boolean shouldWarn(Use use, double used, SessionHistory session) {
    return budget.warnAt() > 0
        && used >= budget.warnAt() * use.cap()
        && budgets.markWarned(session, use.key(), measure);
  }

  private Finding finding(Use use, List<String> calls, double used, boolean warning) {
    String prefix = budget.name().equals(Budget.SHORTHAND) ? "" : budget.name() + " ";
    return new Finding(
        Finding.Loop.ofTool(NAME, prefix + use.key().tool(), measure.name().hashCode()),
        (int) used,
        (int) use.cap(),
        calls,
        new Spent(budget, measure, use.key(), used, use.cap(), warning, false),
        budget.setting(measure));
  }

  /**
   * A cap that is used up or nearly used up.
   *
   * @param warning whether the current call or turn is still allowed
   * @param reported whether it was already reported that the account is spent
   */
  public record Spent(
      Budget budget,
      Measure measure,
      Account.Key account,
      double used,
      double cap,
      boolean warning,
      boolean reported)
      implements Evidence {

    Spent asReported() {
      return new Spent(budget, measure, account, used, cap, warning, true);
    }

    @Override
    public Words words(Finding finding) {
      String usedText = format(used);
      return warning
          ? new Words(
              call -> warning(finding, call),
              budget.name().equals(Budget.SHORTHAND)
                  ? "%s is used up to %s %%: %s of %s"
                      .formatted(
                          finding.setting(), Math.round(100 * used / cap), usedText, format(cap))
                  : "%s is used up to %s %%: %s"
                      .formatted(named(), Math.round(100 * used / cap), amounts()),
              state(),
              used < cap
                  ? Advice.onSession(
                      "Come to an end with what is left.", "answer with what you have", null)
                  : Advice.onSession(
                          "Make no further calls, which would not run: answer the user now.",
                          "answer with what you have",
                          null)
                      .withContinueIf("you need no further call"))
          : new Words(
              call -> fact(finding, call),
              budget.name().equals(Budget.SHORTHAND)
                  ? finding.setting() + " is used up with " + usedText
                  : named() + " is spent: " + amounts() + until(),
              "used up",
              Advice.onSession(
                      "Make no further calls: answer the user now with the results you already"
                          + " have, and say what is left undone.",
                      "answer with what you have",
                      null)
                  .withContinueIf("one more call is enough"));
    }

    private String fact(Finding finding, DescribedCall call) {
      String usedText = format(used);
      String capText = format(cap);
      String limit =
          ", and no more than " + capText + (capText.equals("1") ? " is" : " are") + " allowed.";
      if (!budget.name().equals(Budget.SHORTHAND)) {
        return "%s is used up: %s of %s%s."
            .formatted(described(), usedText, capText, noun(finding, call));
      }
      return switch (measure) {
        case TOOL_CALLS -> "You have made " + Evidence.quantity(usedText, "tool call") + limit;
        case CALLS_PER_TOOL ->
            "You have called "
                + call.cut(finding.tools())
                + " "
                + Evidence.quantity(usedText, "time")
                + limit;
        case TURNS -> "You have taken " + Evidence.quantity(usedText, "turn") + limit;
        case TOKENS ->
            Evidence.quantity(usedText, "token")
                + (usedText.equals("1") ? " has been used" : " have been used")
                + limit;
        case COST_USD ->
            "%s has been spent, and no more than %s is allowed.".formatted(usedText, capText);
      };
    }

    private String warning(Finding finding, DescribedCall call) {
      return "%s is %s: %s of %s%s."
          .formatted(described(), state(), format(used), format(cap), noun(finding, call));
    }

    private String state() {
      return used < cap ? "nearly used up" : "used up";
    }

    /** Returns the budget and its holder, for people. */
    private String named() {
      String holder = Printable.name(account.holder());
      return budget.per().equals(Budget.GLOBAL)
          ? "budget " + budget.name()
          : "budget %s of %s %s".formatted(budget.name(), budget.per(), holder);
    }

    private String until() {
      return budget.endOf(account.window()).map(end -> " until " + end).orElse("");
    }

    private String amounts() {
      String unit =
          switch (measure) {
            case COST_USD -> "USD";
            case CALLS_PER_TOOL -> "calls of " + Printable.name(account.tool());
            case TOOL_CALLS -> "tool calls";
            case TURNS -> "turns";
            case TOKENS -> "tokens";
          };
      return "%s of %s %s".formatted(amount(used), amount(cap), unit);
    }

    /** Formats an amount; cents are too coarse for a cap of a few cents. */
    private String amount(double value) {
      return measure == Measure.COST_USD && cap < 0.1
          ? BigDecimal.valueOf(value).round(new MathContext(2)).toPlainString()
          : String.format(Locale.ROOT, measure == Measure.COST_USD ? "%.2f" : "%.0f", value);
    }

    private String noun(Finding finding, DescribedCall call) {
      return switch (measure) {
        case TOOL_CALLS -> " tool calls";
        case CALLS_PER_TOOL -> " calls of " + call.cut(finding.tools());
        case TURNS -> " turns";
        case TOKENS -> " tokens";
        case COST_USD -> "";
      };
    }

    private String described() {
      String window = budget.window().name().toLowerCase(Locale.ROOT);
      return "The budget \"%s\"%s"
          .formatted(budget.name(), window.equals("none") ? "" : " for this " + window);
    }

    @Override
    public String threshold(Finding finding) {
      return format(cap);
    }

    private String format(double value) {
      return measure == Measure.COST_USD ? "$" + amount(value) : amount(value);
    }
  }
}
