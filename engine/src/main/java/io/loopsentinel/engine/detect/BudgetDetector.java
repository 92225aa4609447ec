package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.settings.BudgetSettings;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds a session that has used up its budget. Stateless and thread-safe.
 *
 * <p>A cap on calls is passed by the call after the last one allowed, a cap on turns by the turn
 * after it; a cap on tokens or cost is passed by the turn that uses more. From then on it is passed
 * by every call and turn.
 */
public final class BudgetDetector {

  private final Map<Measure, Double> caps = new EnumMap<>(Measure.class);

  /** Creates a detector. */
  public BudgetDetector(BudgetSettings settings) {
    settings.toolCalls().ifPresent(cap -> caps.put(Measure.TOOL_CALLS, (double) cap));
    settings.callsPerTool().ifPresent(cap -> caps.put(Measure.CALLS_PER_TOOL, (double) cap));
    settings.turns().ifPresent(cap -> caps.put(Measure.TURNS, (double) cap));
    settings.tokens().ifPresent(cap -> caps.put(Measure.TOKENS, (double) cap));
    settings.costUsd().ifPresent(cap -> caps.put(Measure.COST_USD, cap));
  }

  /** Whether nothing is capped, so that nothing needs to be counted. */
  public boolean isUnlimited() {
    return caps.isEmpty();
  }

  /** Judges a call before it runs; returns a finding for each cap that is passed. */
  public List<Finding> judgeCall(Call call, Spending spending) {
    List<Finding> findings = new ArrayList<>(0);
    caps.forEach(
        (measure, cap) -> {
          double used = spending.of(measure, call.tool());
          boolean passed = isOfCalls(measure) ? used >= cap : used > cap;
          if (passed) {
            String tool = measure == Measure.CALLS_PER_TOOL ? call.tool() : "";
            findings.add(finding(measure, tool, List.of(call.tool()), used, cap));
          }
        });
    return findings;
  }

  /** Judges a turn of the model; returns a finding for each cap that is passed. */
  public List<Finding> judgeTurn(Spending spending) {
    List<Finding> findings = new ArrayList<>(0);
    caps.forEach(
        (measure, cap) -> {
          double used = spending.of(measure, "");
          if (!isOfCalls(measure) && used > cap) {
            findings.add(finding(measure, "", List.of(), used, cap));
          }
        });
    return findings;
  }

  /**
   * Judges a turn that is about to begin.
   *
   * @return a finding where it would be one turn too many, or {@code null}
   */
  public @Nullable Finding judgeNextTurn(Spending spending) {
    Double cap = caps.get(Measure.TURNS);
    double used = spending.of(Measure.TURNS, "");
    return cap != null && used >= cap ? finding(Measure.TURNS, "", List.of(), used, cap) : null;
  }

  private static boolean isOfCalls(Measure measure) {
    return measure == Measure.TOOL_CALLS || measure == Measure.CALLS_PER_TOOL;
  }

  private static Finding finding(
      Measure measure, String tool, List<String> calls, double used, double cap) {
    return new Finding(
        LoopIdentity.ofTool(DetectorKind.BUDGET, tool, measure.name().hashCode()),
        (int) used,
        (int) cap,
        calls,
        new Evidence.Spent(measure, used, cap),
        measure.setting());
  }
}
