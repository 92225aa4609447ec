package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.settings.BudgetSettings;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds a session that has used up one cap of its budget.
 *
 * <p>A cap on calls is passed by the call after the last one allowed, a cap on turns by the turn
 * after it; a cap on tokens or cost is passed by the turn that uses more. From then on it is passed
 * by every call and turn.
 */
public final class BudgetDetector implements Detector {

  private static final String ANSWER = "answer the user now with the results you already have";

  private final Measure measure;
  private final double cap;

  private BudgetDetector(Measure measure, double cap) {
    this.measure = measure;
    this.cap = cap;
  }

  /** Returns a detector for each cap. */
  static List<Detector> of(BudgetSettings settings) {
    List<Detector> caps = new ArrayList<>();
    settings.toolCalls().ifPresent(cap -> caps.add(of(Measure.TOOL_CALLS, (double) cap)));
    settings.callsPerTool().ifPresent(cap -> caps.add(of(Measure.CALLS_PER_TOOL, (double) cap)));
    settings.turns().ifPresent(cap -> caps.add(of(Measure.TURNS, (double) cap)));
    settings.tokens().ifPresent(cap -> caps.add(of(Measure.TOKENS, (double) cap)));
    settings.costUsd().ifPresent(cap -> caps.add(of(Measure.COST_USD, cap)));
    return caps;
  }

  private static Detector of(Measure measure, double cap) {
    return new BudgetDetector(measure, cap);
  }

  @Override
  public DetectorKind kind() {
    return DetectorKind.BUDGET;
  }

  @Override
  public Ladder ladder(ToolPolicy policy) {
    return Ladder.firstOf(null, policy.escalation(), Ladder.STOP_AT_ONCE);
  }

  /** A call that was asked for twice is paid for twice. */
  @Override
  public boolean judgesDuplicates() {
    return true;
  }

  @Override
  public @Nullable Finding beforeCall(Call call, SessionHistory session) {
    double used = session.spending().of(measure, call.tool());
    boolean passed = isOfCalls() ? used >= cap : used > cap;
    String tool = measure == Measure.CALLS_PER_TOOL ? call.tool() : "";
    return passed ? finding(tool, List.of(call.tool()), used) : null;
  }

  @Override
  public @Nullable Finding beforeTurn(SessionHistory session) {
    double used = session.spending().of(measure, "");
    return measure == Measure.TURNS && used >= cap ? finding("", List.of(), used) : null;
  }

  @Override
  public @Nullable Finding afterTurn(Turn turn, SessionHistory session) {
    double used = session.spending().of(measure, "");
    return !isOfCalls() && used > cap ? finding("", List.of(), used) : null;
  }

  private boolean isOfCalls() {
    return measure == Measure.TOOL_CALLS || measure == Measure.CALLS_PER_TOOL;
  }

  private Finding finding(String tool, List<String> calls, double used) {
    return new Finding(
        LoopIdentity.ofTool(DetectorKind.BUDGET, tool, measure.name().hashCode()),
        (int) used,
        (int) cap,
        calls,
        new Spent(measure, used, cap),
        measure.setting());
  }

  /**
   * A cap that is passed.
   *
   * @param measure what is capped
   * @param used how much of it the session has used
   * @param cap how much it may
   */
  public record Spent(Measure measure, double used, double cap) implements Evidence {

    @Override
    public String fact(Finding finding, DescribedCall call) {
      String much = measure.format(used);
      String most = measure.format(cap);
      String limit = ", and no more than %s %s allowed.".formatted(most, isOrAre(most));
      return switch (measure) {
        case TOOL_CALLS -> "You have made " + Wording.number(much, "tool call") + limit;
        case CALLS_PER_TOOL ->
            "You have called %s %s%s"
                .formatted(finding.tools(), Wording.number(much, "time"), limit);
        case TURNS -> "You have taken " + Wording.number(much, "turn") + limit;
        case TOKENS ->
            "%s %s been used%s"
                .formatted(Wording.number(much, "token"), much.equals("1") ? "has" : "have", limit);
        case COST_USD -> "%s has been spent, and no more than %s is allowed.".formatted(much, most);
      };
    }

    private static String isOrAre(String number) {
      return number.equals("1") ? "is" : "are";
    }

    @Override
    public String summary(Finding finding) {
      return finding.setting() + " is used up with " + measure.format(used);
    }

    @Override
    public String basis() {
      return "used up";
    }

    @Override
    public String advice() {
      return "Make no further calls: " + ANSWER + ", and say what is left undone.";
    }

    @Override
    public @Nullable String alternative(String tool) {
      return null;
    }

    @Override
    public boolean takesSuggestion() {
      return false;
    }

    @Override
    public String threshold(Finding finding) {
      return measure.format(cap);
    }
  }
}
