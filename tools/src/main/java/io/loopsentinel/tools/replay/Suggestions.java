package io.loopsentinel.tools.replay;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.loopsentinel.engine.call.ToolRules;
import io.loopsentinel.engine.detect.RepeatDetector;
import io.loopsentinel.engine.finding.ResultMatch;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.EngineSettings.ToolOverride;
import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.engine.settings.ToolPolicy.Limits;
import io.loopsentinel.targets.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Proposed overrides for tools whose repeats were useful work, by the rules in {@code
 * docs/replay.md}.
 *
 * <p>A single doubtful run keeps the threshold of a tool, because a missed loop costs more than an
 * unnecessary hint.
 *
 * @param leftAlone tools whose threshold is kept in spite of honest repeats, with the reason
 */
record Suggestions(
    EngineSettings settings, List<Suggestion> proposals, Map<String, String> leftAlone) {

  private static final int RUNS_FOR_WARN_ONLY = 2;

  /** An override that the recorded runs support; {@code null} values do not change. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Suggestion(
      String tool,
      @Nullable Integer threshold,
      @Nullable Integer thresholdWithProgress,
      @Nullable Integer windowSize,
      @Nullable String action,
      String reason) {}

  /**
   * A run in which a tool was flagged. Its repeats are <em>honest</em> if the run solved its task
   * or if their results differed each time. Otherwise they may be a loop.
   */
  private record FlaggedRun(PlayedRun run, List<Firing> firings) {

    List<Firing> repeats() {
      return firings.stream().filter(f -> f.detector().equals(RepeatDetector.NAME)).toList();
    }

    boolean isChanging() {
      return repeats().stream().allMatch(f -> f.finding().results() == ResultMatch.CHANGING);
    }

    boolean isHonest() {
      return run.succeeded() || isChanging();
    }

    boolean isFlaggedByOthers() {
      return repeats().size() < firings.size();
    }
  }

  static Suggestions of(EngineSettings settings, List<PlayedRun> runs) {
    Map<String, List<FlaggedRun>> tools = new TreeMap<>();
    for (PlayedRun run : runs) {
      run.firings().stream()
          .filter(firing -> !firing.tool().isEmpty())
          .collect(Collectors.groupingBy(Firing::tool))
          .forEach(
              (tool, firings) ->
                  tools
                      .computeIfAbsent(tool, name -> new ArrayList<>())
                      .add(new FlaggedRun(run, firings)));
    }
    ToolRules rules = new ToolRules(settings);
    List<Suggestion> proposals = new ArrayList<>();
    Map<String, String> leftAlone = new TreeMap<>();
    tools.forEach(
        (tool, flagged) -> {
          List<FlaggedRun> repeated =
              flagged.stream().filter(each -> !each.repeats().isEmpty()).toList();
          List<FlaggedRun> honest = repeated.stream().filter(FlaggedRun::isHonest).toList();
          int doubtful = repeated.size() - honest.size();
          if (!honest.isEmpty() && doubtful > 0) {
            leftAlone.put(tool, "honest in %s, doubtful in %s".formatted(honest.size(), doubtful));
          }
          List<FlaggedRun> byOthers =
              flagged.stream().filter(FlaggedRun::isFlaggedByOthers).toList();
          boolean warns =
              byOthers.size() >= RUNS_FOR_WARN_ONLY
                  && byOthers.stream().allMatch(each -> each.run().succeeded());
          List<FlaggedRun> loosening = doubtful > 0 ? List.of() : honest;
          if (warns || !loosening.isEmpty()) {
            int window = rules.of(tool).policy().limits().windowSize();
            proposals.add(proposal(tool, loosening, warns ? byOthers.size() : 0, window));
          }
        });
    return new Suggestions(settings, proposals, leftAlone);
  }

  /**
   * Returns a proposal. It loosens the threshold if there are honest runs, and replaces the action
   * by a warning if other detectors flagged solved runs.
   */
  private static Suggestion proposal(String tool, List<FlaggedRun> honest, int solved, int window) {
    List<String> reasons = new ArrayList<>();
    Integer equal = null;
    if (!honest.isEmpty()) {
      equal =
          honest.stream()
              .mapToInt(each -> each.run().equalCalls().getOrDefault(tool, 0))
              .max()
              .orElse(0);
      reasons.add(
          "honest repeats in %s, up to %s calls"
              .formatted(Numbers.of(honest.size(), "run"), equal));
    }
    if (solved > 0) {
      reasons.add("flagged in " + Numbers.of(solved, "run") + ", all solved");
    }
    boolean changing = honest.stream().allMatch(FlaggedRun::isChanging);
    return new Suggestion(
        tool,
        changing ? null : equal,
        changing ? equal : null,
        equal != null && equal > window ? equal : null,
        solved > 0 ? Action.WARN.text() : null,
        String.join("; ", reasons));
  }

  EngineSettings applied() {
    ToolRules rules = new ToolRules(settings);
    List<ToolOverride> overrides = new ArrayList<>(settings.overrides());
    for (Suggestion proposal : proposals) {
      Glob tool = Glob.of(proposal.tool());
      ToolPolicy policy = changed(rules.of(proposal.tool()).policy(), proposal);
      overrides.removeIf(override -> override.tools().equals(tool));
      overrides.add(new ToolOverride(tool, policy));
    }
    return settings.withOverrides(overrides);
  }

  private static ToolPolicy changed(ToolPolicy policy, Suggestion by) {
    Limits limits = policy.limits();
    int threshold = Objects.requireNonNullElse(by.threshold(), limits.threshold());
    int withProgress = limits.thresholdWithProgress();
    if (by.threshold() != null && withProgress != 0) {
      // As the configuration reads an override that sets threshold alone.
      withProgress = Math.max(withProgress, threshold);
    }
    return policy
        .withLimits(
            new Limits(
                threshold,
                Objects.requireNonNullElse(by.thresholdWithProgress(), withProgress),
                Objects.requireNonNullElse(by.windowSize(), limits.windowSize()),
                limits.progress(),
                limits.maxCalls(),
                limits.before(),
                limits.effect(),
                limits.reuse()))
        .withEscalation(by.action() == null ? policy.escalation() : Ladder.of(Action.WARN));
  }
}
