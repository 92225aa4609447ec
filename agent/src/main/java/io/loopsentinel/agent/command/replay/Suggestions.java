package io.loopsentinel.agent.command.replay;

import io.loopsentinel.agent.config.SentinelConfig;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.ToolOverride;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Proposes overrides for tools whose repeats were work.
 *
 * <p>Two rules, each tool by itself:
 *
 * <ol>
 *   <li>{@code repeat} flagged the tool in at least one run, and in every such run the task was
 *       solved or each repetition brought another result: its threshold becomes the largest number
 *       of equal calls that one of these runs made. That is {@code threshold_with_progress} where
 *       the results always changed, else {@code threshold}.
 *   <li>Other detectors flagged the tool in at least two runs, and all of these solved their task:
 *       {@code action: warn}, so that the model is told but no call is stopped.
 * </ol>
 *
 * <p>A tool with a single doubtful run is left as it is, for a loop let through costs more than a
 * hint too many.
 */
public final class Suggestions {

  private static final int RUNS_FOR_WARN_ONLY = 2;

  private final SentinelConfig config;
  private final Map<String, ToolRecord> tools = new TreeMap<>();

  /** Creates suggestions for changes to a configuration. */
  public Suggestions(SentinelConfig config) {
    this.config = config;
  }

  /** Takes a run into account. */
  public void add(PlayedRun run) {
    Map<String, List<Firing>> byTool = new LinkedHashMap<>();
    for (Firing firing : run.firings()) {
      if (!firing.tool().isEmpty()) {
        byTool.computeIfAbsent(firing.tool(), tool -> new ArrayList<>()).add(firing);
      }
    }
    byTool.forEach(
        (tool, firings) ->
            tools.computeIfAbsent(tool, name -> new ToolRecord()).add(run, tool, firings));
  }

  /** Returns the proposals, by tool name. */
  public List<Suggestion> proposals() {
    List<Suggestion> proposals = new ArrayList<>();
    tools.forEach(
        (tool, record) -> {
          boolean loosen = record.honestRuns() > 0 && record.doubtfulRuns() == 0;
          boolean warnOnly =
              record.otherSucceeded() >= RUNS_FOR_WARN_ONLY && record.otherNotSucceeded() == 0;
          if (loosen || warnOnly) {
            proposals.add(proposal(tool, record, loosen, warnOnly));
          }
        });
    return proposals;
  }

  /** Returns the tools that have honest repeats but are left as they are, with the reason. */
  public Map<String, String> leftAlone() {
    Map<String, String> left = new TreeMap<>();
    tools.forEach(
        (tool, record) -> {
          if (record.honestRuns() > 0 && record.doubtfulRuns() > 0) {
            left.put(
                tool,
                "honest in " + record.honestRuns() + ", doubtful in " + record.doubtfulRuns());
          }
        });
    return left;
  }

  /** Returns the configuration with all proposals in it. */
  public SentinelConfig applied() {
    List<Suggestion> proposals = proposals();
    List<ToolOverride> overrides = new ArrayList<>(config.engine().overrides());
    for (Suggestion proposal : proposals) {
      Glob tool = Glob.of(proposal.tool());
      ToolPolicy policy = changed(policyOf(proposal.tool()), proposal);
      overrides.removeIf(override -> override.tools().equals(tool));
      overrides.add(new ToolOverride(tool, policy));
    }
    return config.withEngine(config.engine().withOverrides(overrides));
  }

  private Suggestion proposal(String tool, ToolRecord record, boolean loosen, boolean warnOnly) {
    int equal = record.equalCalls();
    OptionalInt value = loosen ? OptionalInt.of(equal) : OptionalInt.empty();
    boolean wider = loosen && equal > policyOf(tool).windowSize();
    List<String> reasons = new ArrayList<>();
    if (loosen) {
      reasons.add("honest repeats in " + runs(record.honestRuns()) + ", up to " + equal + " calls");
    }
    if (warnOnly) {
      reasons.add("flagged in " + runs(record.otherSucceeded()) + ", all solved");
    }
    return new Suggestion(
        tool,
        record.isOnlyChanging() ? OptionalInt.empty() : value,
        record.isOnlyChanging() ? value : OptionalInt.empty(),
        wider ? value : OptionalInt.empty(),
        warnOnly,
        String.join("; ", reasons));
  }

  private ToolPolicy policyOf(String tool) {
    return config.engine().overrides().stream()
        .filter(override -> override.tools().matches(tool))
        .findFirst()
        .map(ToolOverride::policy)
        .orElse(config.engine().defaults());
  }

  private static ToolPolicy changed(ToolPolicy policy, Suggestion by) {
    return new ToolPolicy(
        by.threshold().orElse(policy.threshold()),
        by.thresholdWithProgress().orElse(policy.thresholdWithProgress()),
        by.windowSize().orElse(policy.windowSize()),
        policy.progress(),
        by.warnOnly() ? Ladder.of(Action.WARN) : policy.escalation(),
        policy.message(),
        policy.exempt(),
        policy.identity(),
        policy.suggest(),
        policy.reason());
  }

  private static String runs(int count) {
    return count == 1 ? "1 run" : count + " runs";
  }
}
