package io.loopsentinel.agent.command.replay;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.loopsentinel.agent.config.SentinelConfig;
import io.loopsentinel.engine.detect.RepeatDetector;
import io.loopsentinel.engine.detect.ResultMatch;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.EngineSettings.ToolOverride;
import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Proposes overrides for tools whose repeats were work, by the rules that {@code docs/replay.md}
 * tells.
 *
 * <p>A tool with a single doubtful run is left as it is, for a loop let through costs more than a
 * hint too many.
 */
final class Suggestions {

  private static final int RUNS_FOR_WARN_ONLY = 2;

  /** An override that recorded runs speak for; what should not change is {@code null}. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Suggestion(
      String tool,
      @Nullable Integer threshold,
      @Nullable Integer thresholdWithProgress,
      @Nullable Integer windowSize,
      @Nullable String action,
      String reason) {}

  private final SentinelConfig config;
  private final Map<String, ToolRecord> tools = new TreeMap<>();

  /**
   * What the runs in which a tool was flagged say about it. Its repeats are <em>honest</em> in a
   * run that solved its task, and in one where they brought other results each time. Anywhere else
   * they may be a loop.
   */
  private static final class ToolRecord {

    private int honestRuns;
    private int doubtfulRuns;
    private int equalCalls;
    private boolean onlyChanging = true;
    private int otherSolved;
    private int otherUnsolved;

    void add(PlayedRun run, String tool, List<Firing> firings) {
      List<Firing> repeats =
          firings.stream().filter(each -> each.detector().equals(RepeatDetector.NAME)).toList();
      if (!repeats.isEmpty()) {
        boolean changing =
            repeats.stream().allMatch(f -> f.finding().results() == ResultMatch.CHANGING);
        boolean honest = run.succeeded() || changing;
        honestRuns += honest ? 1 : 0;
        doubtfulRuns += honest ? 0 : 1;
        onlyChanging &= changing || !honest;
        int equal = run.equalCalls().getOrDefault(tool, 0);
        equalCalls = honest ? Math.max(equalCalls, equal) : equalCalls;
      }
      if (repeats.size() < firings.size()) {
        otherSolved += run.succeeded() ? 1 : 0;
        otherUnsolved += run.succeeded() ? 0 : 1;
      }
    }

    boolean isHonest() {
      return honestRuns > 0 && doubtfulRuns == 0;
    }

    boolean isSolvedAllTheSame() {
      return otherSolved >= RUNS_FOR_WARN_ONLY && otherUnsolved == 0;
    }
  }

  Suggestions(SentinelConfig config) {
    this.config = config;
  }

  /** Takes a run into account. */
  void add(PlayedRun run) {
    run.firings().stream()
        .filter(firing -> !firing.tool().isEmpty())
        .collect(Collectors.groupingBy(Firing::tool))
        .forEach(
            (tool, firings) ->
                tools.computeIfAbsent(tool, name -> new ToolRecord()).add(run, tool, firings));
  }

  /** Returns the proposals, by tool name. */
  List<Suggestion> proposals() {
    return tools.entrySet().stream()
        .filter(tool -> tool.getValue().isHonest() || tool.getValue().isSolvedAllTheSame())
        .map(tool -> proposal(tool.getKey(), tool.getValue()))
        .toList();
  }

  /** Returns the tools that have honest repeats but are left as they are, with the reason. */
  Map<String, String> leftAlone() {
    Map<String, String> left = new TreeMap<>();
    tools.forEach(
        (tool, runs) -> {
          if (runs.honestRuns > 0 && runs.doubtfulRuns > 0) {
            left.put(
                tool, "honest in %d, doubtful in %d".formatted(runs.honestRuns, runs.doubtfulRuns));
          }
        });
    return left;
  }

  /** Returns the configuration with all proposals in it. */
  SentinelConfig applied() {
    EngineSettings engine = config.engine();
    List<ToolOverride> overrides = new ArrayList<>(engine.overrides());
    for (Suggestion proposal : proposals()) {
      Glob tool = Glob.of(proposal.tool());
      ToolPolicy policy = changed(policyOf(proposal.tool()), proposal);
      overrides.removeIf(override -> override.tools().equals(tool));
      overrides.add(new ToolOverride(tool, policy));
    }
    return config.withEngine(engine.withOverrides(overrides));
  }

  private Suggestion proposal(String tool, ToolRecord record) {
    Integer equal = record.isHonest() ? (Integer) record.equalCalls : null;
    List<String> reasons = new ArrayList<>();
    if (record.isHonest()) {
      reasons.add(
          "honest repeats in %s, up to %d calls"
              .formatted(Numbers.of(record.honestRuns, "run"), record.equalCalls));
    }
    if (record.isSolvedAllTheSame()) {
      reasons.add("flagged in " + Numbers.of(record.otherSolved, "run") + ", all solved");
    }
    return new Suggestion(
        tool,
        record.onlyChanging ? null : equal,
        record.onlyChanging ? equal : null,
        record.equalCalls > policyOf(tool).windowSize() ? equal : null,
        record.isSolvedAllTheSame() ? Firing.name(Action.WARN) : null,
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
        otherwise(by.threshold(), policy.threshold()),
        otherwise(by.thresholdWithProgress(), policy.thresholdWithProgress()),
        otherwise(by.windowSize(), policy.windowSize()),
        policy.progress(),
        by.action() == null ? policy.escalation() : Ladder.of(Action.WARN),
        policy.message(),
        policy.exempt(),
        policy.identity(),
        policy.suggest(),
        policy.reason());
  }

  private static int otherwise(@Nullable Integer proposed, int configured) {
    return Objects.requireNonNullElse(proposed, configured);
  }
}
