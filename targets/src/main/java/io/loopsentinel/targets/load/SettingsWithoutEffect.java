package io.loopsentinel.targets.load;

import io.loopsentinel.engine.detect.SimilarTurnsDetector;
import io.loopsentinel.engine.settings.AbortAt;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import io.loopsentinel.engine.settings.Effect;
import io.loopsentinel.engine.settings.EngineSettings.ToolOverride;
import io.loopsentinel.engine.settings.Gate;
import io.loopsentinel.engine.settings.OnStoreError;
import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.engine.settings.ToolPolicy.Reuse;
import io.loopsentinel.targets.config.BreakerSettings.Breaker;
import io.loopsentinel.targets.config.Reading;
import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.targets.config.TargetKind;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.config.TelemetrySettings;
import io.loopsentinel.targets.config.WebhookSettings;
import io.loopsentinel.targets.text.Wording;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Finds valid settings that can have no effect, and says how to fix each. {@code
 * docs/troubleshooting.md} lists all of them, including those that other classes report.
 */
public final class SettingsWithoutEffect {

  /** Labels that targets of profiles set. */
  static final Set<String> PROFILE_LABELS = Set.of("agent");

  /** Minimum number of calls and turns before something that did not occur is reported. */
  private static final int ENOUGH = 10;

  /** Settings other than caps that need tokens of turns. */
  private static final Set<String> TOKEN_SETTINGS = Set.of("telemetry.costs", "budget.prices");

  private static final Set<Measure> TOKEN_MEASURES = Set.of(Measure.TOKENS, Measure.COST_USD);

  /**
   * The facts that a JVM has seen so far.
   *
   * @param calls tool calls
   * @param turns turns of a model
   * @param turnsWithTokens turns that reported tokens
   * @param unpricedModels models whose tokens have no price
   */
  public record Facts(
      Labelled calls, Labelled turns, long turnsWithTokens, Set<String> unpricedModels) {

    long judged() {
      return calls.all + turns.all;
    }

    boolean have(String label) {
      return calls.withLabel.containsKey(label) || turns.withLabel.containsKey(label);
    }

    /** Returns whether some of the calls or turns that a budget counts lacked its label. */
    boolean lackLabelOf(Budget budget) {
      return budget.caps().keySet().stream()
          .map(measure -> measure.isOfCalls() ? calls : turns)
          .anyMatch(each -> each.withLabel.getOrDefault(budget.per(), 0L) < each.all);
    }
  }

  /** The number of calls or turns, and of those with a label, by its name. */
  public record Labelled(long all, Map<String, Long> withLabel) {}

  private SettingsWithoutEffect() {}

  /** Finds the settings whose lack of effect shows in the configuration alone. */
  public static List<String> inConfiguration(SentinelConfig config) {
    List<String> found = new ArrayList<>();
    addBudgetsState(config, found);
    Set<String> labels = configuredLabels(config);
    addUnsetLabels(config, labels, found);
    addOverrides(config, labels, found);
    if (config.sharedStore().isEmpty()
        && config.engine().sessions().onStoreError() != OnStoreError.LOCAL) {
      found.add("sessions.on_store_error: has no effect without sessions.store");
    }
    List<String> asking = asking(config);
    boolean asks = !asking.isEmpty();
    addAsk(config, asking, found);
    if (config.breaker().mode() == Breaker.NONE && !config.breaker().isDefault()) {
      found.add("breaker: has no effect while breaker.mode is none; set observe or enforce");
    }
    for (WebhookSettings each : config.telemetry().webhooks()) {
      WebhooksReader.addWithoutEffect(config, each, asks, found);
    }
    return found;
  }

  /**
   * Finds the settings whose lack of effect shows in the targets that match methods.
   *
   * @param used these targets, including those of profiles
   */
  public static List<String> onTargets(SentinelConfig config, Collection<TargetSpec> used) {
    List<String> found = new ArrayList<>();
    Set<String> labels =
        used.stream()
            .flatMap(target -> target.labels().keySet().stream())
            .collect(Collectors.toSet());
    Set<Reading> readings =
        used.stream()
            .filter(target -> target.kind() == TargetKind.TURN)
            .flatMap(target -> target.readings().keySet().stream())
            .collect(Collectors.toSet());
    boolean turns = used.stream().anyMatch(target -> target.kind() == TargetKind.TURN);
    boolean tokens =
        readings.contains(Reading.INPUT_TOKENS) || readings.contains(Reading.OUTPUT_TOKENS);
    List<String> known = inConfiguration(config);
    addUnsetLabels(config, labels, found);
    found.removeAll(known);
    for (Budget budget : config.engine().budget().budgets()) {
      addUncounted(budget, turns, tokens, "that matches a method tells", found);
    }
    boolean ownTools =
        used.stream().anyMatch(each -> each.kind() == TargetKind.TOOL && !each.fromProfile());
    if (!turns && ownTools && config.engine().abortAt() == AbortAt.NEXT_REQUEST) {
      found.add(
          "abort_at: no target sees requests to the model: an abort is thrown at the call; add a target of kind turn");
    }
    for (String setting : ofTurns(config)) {
      if (!turns) {
        found.add(noTurns(setting));
      } else if (TOKEN_SETTINGS.contains(setting) && !tokens) {
        found.add(noTokens(setting, "that matches a method tells"));
      }
    }
    return found;
  }

  /** Returns the settings, other than caps, that need turns of a model. */
  private static List<String> ofTurns(SentinelConfig config) {
    List<String> settings = new ArrayList<>();
    if (config.breaker().mode() != Breaker.NONE) {
      settings.add("breaker.mode");
    }
    SimilarTurnsDetector.Settings similar =
        config.engine().detector(SimilarTurnsDetector.Settings.DEFAULT);
    if (similar.enabled() && !similar.equals(SimilarTurnsDetector.Settings.DEFAULT)) {
      settings.add("detectors.similar_turns");
    }
    if (config.telemetry().costs()) {
      settings.add("telemetry.costs");
    }
    if (config.engine().budget().prices().size() > 0 && costBudgets(config).isEmpty()) {
      settings.add("budget.prices");
    }
    return settings;
  }

  /**
   * Finds the profiles that are named and match nothing.
   *
   * @param profiles the targets of each profile by its name
   * @param used the targets that match methods
   */
  public static List<String> unusedProfiles(
      SentinelConfig config, Map<String, List<TargetSpec>> profiles, Collection<TargetSpec> used) {
    if (config.profiles() == null) {
      return List.of();
    }
    return profiles.entrySet().stream()
        .filter(profile -> Collections.disjoint(profile.getValue(), used))
        .map(
            profile ->
                "profiles: %s matches no method; its framework is not there, or in a version that the profile does not know"
                    .formatted(profile.getKey()))
        .toList();
  }

  /** Finds the settings whose lack of effect calls and turns have shown; none after few of them. */
  public static List<String> atRunTime(SentinelConfig config, Facts facts) {
    List<String> found = new ArrayList<>();
    if (facts.judged() < ENOUGH) {
      return found;
    }
    Set<String> configured = configuredLabels(config);
    for (Budget budget : config.engine().budget().budgets()) {
      if (isLabel(budget.per()) && !configured.contains(budget.per())) {
        continue; // Known from the start.
      }
      if (isLabel(budget.per()) && !facts.have(budget.per())) {
        found.add(
            "budgets.%s: none of the %s calls and turns so far had the label %s, so it counts nothing; %s"
                .formatted(budget.name(), facts.judged(), budget.per(), setLabel(budget.per())));
        continue;
      }
      if (isLabel(budget.per()) && facts.lackLabelOf(budget)) {
        found.add(
            "budgets.%s: some of the %s calls and turns so far had no label %s, so it does not count them; set it by labels of their target, or of a run target around them"
                .formatted(budget.name(), facts.judged(), budget.per()));
      }
      boolean tokens = facts.turns().all() < ENOUGH || facts.turnsWithTokens() > 0;
      addUncounted(budget, facts.turns().all() > 0, tokens, "has told", found);
    }
    boolean counts = config.telemetry().costs() || !costBudgets(config).isEmpty();
    if (counts && config.engine().budget().prices().size() > 0) {
      String consequence =
          costBudgets(config).isEmpty() ? "" : " and counts nothing for " + costBudgets(config);
      for (String model : new TreeSet<>(facts.unpricedModels())) {
        found.add(
            "budget.prices: no price matches the model %s, which costs nothing%s; add it, or the pattern \"*\""
                .formatted(Wording.quoted(model), consequence));
      }
    }
    return found;
  }

  /** Adds the caps of a budget that need turns or tokens, if none are seen. */
  private static void addUncounted(
      Budget budget, boolean turns, boolean tokens, String tells, List<String> found) {
    for (Measure measure : new TreeSet<>(budget.caps().keySet())) {
      String setting = budget.setting(measure);
      if (!measure.isOfCalls() && !turns) {
        found.add(noTurns(setting));
      } else if (TOKEN_MEASURES.contains(measure) && !tokens) {
        found.add(noTokens(setting, tells));
      }
    }
  }

  private static void addBudgetsState(SentinelConfig config, List<String> found) {
    if (config.budgetsState().isEmpty()) {
      return;
    }
    List<Budget> shared =
        config.engine().budget().budgets().stream()
            .filter(budget -> !budget.per().equals(Budget.SESSION))
            .toList();
    if (shared.stream().allMatch(budget -> budget.window() == Budget.Window.RUN)) {
      found.add(
          "budgets_state: keeps nothing, since "
              + (shared.isEmpty()
                  ? "no budget is shared by sessions; per: session is kept in memory alone"
                  : "budgets of a window run are kept in memory alone"));
    }
  }

  private static String costBudgets(SentinelConfig config) {
    return config.engine().budget().budgets().stream()
        .filter(budget -> budget.caps().containsKey(Measure.COST_USD))
        .map(budget -> budget.setting(Measure.COST_USD))
        .collect(Collectors.joining(", "));
  }

  private static Set<String> configuredLabels(SentinelConfig config) {
    Set<String> labels = new HashSet<>(PROFILE_LABELS);
    for (TargetSpec target : config.targets()) {
      labels.addAll(target.labels().keySet());
    }
    return labels;
  }

  /** Returns whether a holder is a label, as opposed to the session or the whole JVM. */
  private static boolean isLabel(String per) {
    return !per.equals(Budget.SESSION) && !per.equals(Budget.GLOBAL);
  }

  private static String setLabel(String label) {
    return "set it by labels of a target, such as labels: {%s: arg0}".formatted(label);
  }

  private static String noTurns(String setting) {
    return setting
        + ": no turn of a model is seen, so it counts nothing; it needs a target of kind turn that"
        + " matches a method";
  }

  private static String noTokens(String setting, String tells) {
    return "%s: no turn target %s its tokens, so it counts nothing; set input_tokens and output_tokens of the target"
        .formatted(setting, tells);
  }

  private static void addUnsetLabels(
      SentinelConfig config, Set<String> labels, List<String> found) {
    for (Budget budget : config.engine().budget().budgets()) {
      if (isLabel(budget.per())) {
        String setting = "budgets." + budget.name();
        addUnset(setting, budget.per(), labels, ", so it counts nothing", found);
      }
    }
    String label = config.telemetry().metricLabel().orElse(null);
    if (label != null) {
      addUnset("telemetry.metric_label", label, labels, "", found);
    }
  }

  /** Adds effects and reuses of overrides without a label or a rung. */
  private static void addOverrides(SentinelConfig config, Set<String> labels, List<String> found) {
    boolean isRung = config.engine().hasRung(Action.REUSE);
    boolean isDeclared = false;
    for (ToolOverride each : config.engine().overrides()) {
      String path = "overrides." + each.tools();
      Effect effect = each.policy().limits().effect();
      Reuse reuse = each.policy().limits().reuse();
      if (effect != null && isLabel(effect.per())) {
        String consequence = ", so the effect happens once in each session";
        addUnset(path + ".effect.per", effect.per(), labels, consequence, found);
      }
      if (reuse != null && reuse.onlyOnRung() && !isRung) {
        found.add(path + ".reuse.only_on_rung: no ladder has the rung reuse, so nothing is reused");
      }
      if (reuse != null && isLabel(reuse.per())) {
        addUnset(path + ".reuse", reuse.per(), labels, ", so nothing is reused", found);
      }
      isDeclared |= reuse != null;
    }
    if (isRung && !isDeclared) {
      found.add(
          "escalation: the rung reuse is left out, because no override has reuse, which says that"
              + " its tools only read");
    }
  }

  /** Adds a setting about a label that no target sets. */
  private static void addUnset(
      String setting, String label, Set<String> labels, String consequence, List<String> found) {
    if (!labels.contains(label)) {
      found.add(
          "%s: no target sets the label %s%s; %s"
              .formatted(setting, label, consequence, setLabel(label)));
    }
  }

  /** Returns the settings that let a call wait for a person. */
  private static List<String> asking(SentinelConfig config) {
    List<String> settings = new ArrayList<>();
    if (config.engine().hasRung(Action.ASK)) {
      settings.add("escalation");
    }
    for (ToolOverride each : config.engine().overrides()) {
      if (asks(each.policy())) {
        settings.add("overrides." + each.tools() + ".before");
      }
    }
    return settings;
  }

  private static boolean asks(ToolPolicy policy) {
    Gate gate = policy.limits().before();
    return gate != null && gate.asks() && !policy.exempt();
  }

  private static void addAsk(SentinelConfig config, List<String> asking, List<String> found) {
    if (asking.isEmpty() && !config.ask().isDefault()) {
      found.add("ask: has no effect, since no ladder has the action ask");
    }
    TelemetrySettings telemetry = config.telemetry();
    if (!telemetry.jmx() && telemetry.page().port().isEmpty()) {
      for (String setting : asking) {
        found.add(
            setting
                + ": nobody can answer where it says ask, so each such call waits for"
                + " ask.timeout; set telemetry.page.port or telemetry.jmx: true");
      }
    }
  }
}
