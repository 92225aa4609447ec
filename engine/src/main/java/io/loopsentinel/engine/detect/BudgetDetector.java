package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.settings.BudgetSettings;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds a session that has used up one cap of its budget.
 *
 * <p>A cap on calls is passed by the call after the last one allowed, a cap on turns by the turn
 * after it; a cap on tokens or cost is passed by the turn that uses more. From then on it is passed
 * by every call and turn.
 */
public record BudgetDetector(BudgetSettings settings, Measure measure, double cap)
    implements Detector {

  /** Its name in events and reports; it is configured by the section of the same name. */
  public static final String NAME = "budget";

  /** What a session has used of its budget. Not thread-safe: its session guards it. */
  public static final class Spending {

    /** A model invents tool names; the calls of the one longest not called are forgotten. */
    private static final int COUNTED_TOOLS = 256;

    private final Map<String, Double> callsByTool = new BoundedMap<>(COUNTED_TOOLS);
    private final Map<Measure, Double> used = new EnumMap<>(Measure.class);

    Spending copy() {
      Spending copy = new Spending();
      copy.callsByTool.putAll(callsByTool);
      copy.used.putAll(used);
      return copy;
    }

    /** Counts a call that runs. */
    public void called(String tool) {
      callsByTool.merge(tool, 1.0, Double::sum);
      used.merge(Measure.TOOL_CALLS, 1.0, Double::sum);
    }

    /**
     * Counts a turn of the model.
     *
     * @param usedTokens tokens of its request and response
     * @param usedCost US dollars
     */
    public void turned(long usedTokens, double usedCost) {
      used.merge(Measure.TURNS, 1.0, Double::sum);
      used.merge(Measure.TOKENS, (double) usedTokens, Double::sum);
      used.merge(Measure.COST_USD, usedCost, Double::sum);
    }

    /** Returns how much of a measure has been used; of {@code calls_per_tool} by this tool. */
    double of(Measure measure, String tool) {
      return measure == Measure.CALLS_PER_TOOL
          ? callsByTool.getOrDefault(tool, 0.0)
          : used.getOrDefault(measure, 0.0);
    }
  }

  static List<Detector> of(BudgetSettings settings) {
    return settings.caps().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .<Detector>map(cap -> new BudgetDetector(settings, cap.getKey(), cap.getValue()))
        .toList();
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
  public @Nullable Finding afterTurn(
      @Nullable WordSet words, boolean afterNews, SessionHistory session) {
    double used = session.spending().of(measure, "");
    return !isOfCalls() && used > cap ? finding("", List.of(), used) : null;
  }

  private boolean isOfCalls() {
    return measure == Measure.TOOL_CALLS || measure == Measure.CALLS_PER_TOOL;
  }

  private Finding finding(String tool, List<String> calls, double used) {
    return new Finding(
        Finding.Loop.ofTool(NAME, tool, measure.name().hashCode()),
        (int) used,
        (int) cap,
        calls,
        new Spent(measure, used, cap),
        NAME + "." + measure.name().toLowerCase(Locale.ROOT));
  }

  /**
   * A cap that is passed.
   *
   * @param used how much the session has used
   * @param cap how much it may
   */
  public record Spent(Measure measure, double used, double cap) implements Evidence {

    @Override
    public Words words(Finding finding) {
      return new Words(
          call -> fact(finding, call),
          finding.setting() + " is used up with " + format(used),
          "used up",
          Advice.onSession(
                  "Make no further calls: answer the user now with the results you already have,"
                      + " and say what is left undone.",
                  "answer with what you have",
                  null)
              .goOnIf("one more call is enough"));
    }

    private String fact(Finding finding, DescribedCall call) {
      String much = format(used);
      String most = format(cap);
      String limit =
          ", and no more than " + most + (most.equals("1") ? " is" : " are") + " allowed.";
      return switch (measure) {
        case TOOL_CALLS -> "You have made " + Evidence.number(much, "tool call") + limit;
        case CALLS_PER_TOOL ->
            "You have called "
                + call.cut(finding.tools())
                + " "
                + Evidence.number(much, "time")
                + limit;
        case TURNS -> "You have taken " + Evidence.number(much, "turn") + limit;
        case TOKENS ->
            Evidence.number(much, "token")
                + (much.equals("1") ? " has been used" : " have been used")
                + limit;
        case COST_USD -> "%s has been spent, and no more than %s is allowed.".formatted(much, most);
      };
    }

    @Override
    public String threshold(Finding finding) {
      return format(cap);
    }

    private String format(double value) {
      return String.format(Locale.ROOT, measure == Measure.COST_USD ? "$%.2f" : "%.0f", value);
    }
  }
}
