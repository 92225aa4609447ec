package io.loopsentinel.agent.management;

import io.loopsentinel.agent.telemetry.FailureLog;
import io.loopsentinel.agent.telemetry.event.Count;
import io.loopsentinel.agent.telemetry.event.Statistics;
import io.loopsentinel.engine.budget.Standing;
import io.loopsentinel.engine.identity.UsedPaths;
import io.loopsentinel.engine.text.Printable;
import io.loopsentinel.targets.text.Numbers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A summary of the calls of this JVM so far, in a few lines.
 *
 * @param unusedOverrides the overrides that matched no tool, each with the tool that was probably
 *     meant, or an empty string
 * @param budgets the shared budgets, the most used first
 * @param withoutEffect a sentence for each setting that has had no effect so far
 */
public record RunSummary(
    Statistics statistics,
    FailureLog failures,
    List<UsedPaths.Unused> unusedPaths,
    Map<String, String> unusedOverrides,
    List<Standing> budgets,
    List<String> withoutEffect) {

  /** Maximum number of names in a list, because a model may invent any number of names. */
  private static final int MAX_NAMES = 5;

  /**
   * Returns whether the summary is worth logging: something was found, reused or failed, or the
   * configuration seems to be misspelt or to have no effect.
   */
  public boolean hasFindings() {
    return !statistics.named(Count.FINDINGS_BY_DETECTOR).isEmpty()
        || failures.count() > 0
        || !statistics.named(Count.REUSED_BY_TOOL).isEmpty()
        || !unusedPaths.stream().allMatch(UsedPaths.Unused::isPrecaution)
        || !withoutEffect.isEmpty()
        || unusedOverrides.values().stream().anyMatch(meant -> !meant.isEmpty());
  }

  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    long stopped = statistics.stopped();
    Map<String, Long> findings = statistics.named(Count.FINDINGS_BY_DETECTOR);
    String found = findings.isEmpty() ? ", nothing found" : "; findings: " + listed(findings);
    lines.add(
        "summary: %s seen, %s stopped%s"
            .formatted(
                Numbers.of(statistics.total(Count.CALLS), "call"), Numbers.count(stopped), found));
    if (stopped > 0) {
      lines.add(
          "summary: stopped by tool: %s; by detector: %s"
              .formatted(
                  listed(statistics.named(Count.STOPPED_BY_TOOL)),
                  listed(statistics.named(Count.STOPPED_BY_DETECTOR))));
      addCounts(lines, "stopped by agent", Count.STOPPED_BY_AGENT);
      lines.add("summary: saved, by a low estimate, " + saved(stopped));
    }
    addReused(lines);
    addCounts(lines, "effects not repeated", Count.NOT_REPEATED_BY_TOOL);
    addObserved(lines);
    addCounts(lines, "requests to the model refused by spent budgets", Count.REFUSED_BY_BUDGET);
    addCounts(
        lines,
        "mode enforce would have refused requests to the model, by budget",
        Count.OBSERVED_BY_BUDGET);
    budgets.stream().limit(MAX_NAMES).forEach(each -> lines.add("summary: " + each));
    addFailures(lines);
    unusedPaths.forEach(unused -> lines.add("summary: " + sentence(unused)));
    addUnusedOverrides(lines);
    withoutEffect.forEach(each -> lines.add("summary: " + each));
    return lines;
  }

  /** Returns a sentence about a path or pattern that matched no argument or result. */
  public static String sentence(UsedPaths.Unused unused) {
    return "%s: %s matched no %s of %s"
        .formatted(
            unused.key(),
            unused.path(),
            unused.isOfResults() ? "result" : "argument",
            unused.tools().isEmpty() ? "the calls so far" : names(unused.tools()));
  }

  private void addUnusedOverrides(List<String> lines) {
    if (!unusedOverrides.isEmpty()) {
      Stream<String> named =
          unusedOverrides.entrySet().stream()
              // The probably misspelt ones first.
              .sorted(Comparator.comparing(each -> each.getValue().isEmpty()))
              .map(RunSummary::override);
      lines.add("summary: overrides that matched no call: " + names(named.toList()));
    }
  }

  private static String override(Map.Entry<String, String> unused) {
    String name = Printable.name(unused.getKey());
    String meant = Printable.name(unused.getValue());
    return meant.isEmpty() ? name : "%s (%s was called)".formatted(name, meant);
  }

  private void addReused(List<String> lines) {
    Map<String, Long> reused = statistics.named(Count.REUSED_BY_TOOL);
    if (!reused.isEmpty()) {
      lines.add(
          "summary: got an earlier result again: %s; their runs had taken %s"
              .formatted(
                  listed(reused),
                  Numbers.of(statistics.total(Count.REUSED_MILLIS), "millisecond")));
    }
  }

  private void addCounts(List<String> lines, String title, Count count) {
    Map<String, Long> counts = statistics.named(count);
    if (!counts.isEmpty()) {
      lines.add("summary: " + title + ": " + listed(counts));
    }
  }

  private void addObserved(List<String> lines) {
    Map<String, Long> observed = statistics.named(Count.OBSERVED_BY_TOOL);
    if (!observed.isEmpty()) {
      lines.add(
          "summary: mode enforce would have stopped %s of %s; by tool: %s"
              .formatted(
                  Numbers.count(statistics.total(Count.OBSERVED_BY_TOOL)),
                  Numbers.of(statistics.total(Count.CALLS), "call"),
                  listed(observed)));
    }
  }

  private void addFailures(List<String> lines) {
    Map<String, Long> causes = failures.causes();
    byCount(causes)
        .limit(MAX_NAMES)
        .forEach(
            cause ->
                lines.add(
                    "summary: failed %s: %s"
                        .formatted(Numbers.of(cause.getValue(), "time"), cause.getKey())));
    if (causes.size() > MAX_NAMES) {
      lines.add("summary: failed in " + Numbers.of(causes.size() - MAX_NAMES, "more way"));
    }
  }

  /**
   * Returns a low estimate of the saving: the stopped calls, and the tokens of an average request
   * to the model for each, because a request would have carried its result.
   */
  private String saved(long stopped) {
    long each = statistics.tokensOfTurn();
    if (each == 0) {
      return Numbers.of(stopped, "call") + " (the model's turns report no tokens)";
    }
    return "%s and %s, at %s a turn of the model"
        .formatted(
            Numbers.of(stopped, "call"), Numbers.of(stopped * each, "token"), Numbers.count(each));
  }

  private static String listed(Map<String, Long> counts) {
    return names(
        byCount(counts).map(each -> each.getKey() + " " + Numbers.count(each.getValue())).toList());
  }

  private static Stream<Map.Entry<String, Long>> byCount(Map<String, Long> counts) {
    return counts.entrySet().stream().sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()));
  }

  private static String names(Collection<String> names) {
    String first = names.stream().limit(MAX_NAMES).collect(Collectors.joining(", "));
    int others = names.size() - MAX_NAMES;
    return others > 0 ? first + " and " + others + " more" : first;
  }
}
