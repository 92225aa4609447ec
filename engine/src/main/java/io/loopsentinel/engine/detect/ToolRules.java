package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.EngineSettings.ToolOverride;
import io.loopsentinel.engine.settings.EngineSettings.UnusedOverrides;
import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.engine.settings.GlobMap;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The rule of each tool by name, from the defaults and the overrides. Thread-safe. */
public final class ToolRules {

  /** A threshold that is never reached. */
  static final int UNLIMITED = Integer.MAX_VALUE;

  /** A model makes tool names up, so not all can be kept. */
  private static final int CACHED_NAMES = 1_000;

  private final Rule defaults;
  private final List<ToolOverride> overrides;
  private final GlobMap<ToolOverride> overridesByTool;
  private final Set<Glob> matched = ConcurrentHashMap.newKeySet();
  private final Map<String, Rule> byName =
      Collections.synchronizedMap(new BoundedMap<>(CACHED_NAMES));

  /** Creates the rules of a configuration. */
  public ToolRules(EngineSettings settings) {
    this.defaults = new Rule(settings.defaults(), "default", false);
    this.overrides = settings.overrides();
    this.overridesByTool =
        new GlobMap<>(
            overrides.stream()
                .collect(
                    Collectors.toMap(
                        ToolOverride::tools, Function.identity(), (first, second) -> first)));
  }

  /**
   * How the calls of a tool are judged.
   *
   * @param policy the policy
   * @param path the path of the policy in the configuration: {@code default}, {@code overrides.x}
   * @param overridden whether an override names the tool; such a tool keeps a history of its own,
   *     apart from that of all others
   */
  public record Rule(ToolPolicy policy, String path, boolean overridden) {

    /** Returns the path of one of the policy's settings. */
    String setting(String key) {
      return path + "." + key;
    }
  }

  /**
   * A number from which a row is a finding.
   *
   * @param threshold the number
   * @param setting the path of the setting that says so
   */
  record Threshold(int threshold, String setting) {}

  /** Returns the overrides that were of no use so far. */
  public UnusedOverrides unused() {
    Set<String> tools = new TreeSet<>();
    synchronized (byName) {
      byName.forEach(
          (tool, rule) -> {
            if (!rule.overridden()) {
              tools.add(tool);
            }
          });
    }
    return new UnusedOverrides(
        overrides.stream()
            .map(ToolOverride::tools)
            .filter(each -> !matched.contains(each))
            .map(Glob::text)
            .toList(),
        tools);
  }

  /** Returns the rule of a tool; of a long name the {@linkplain GlobMap beginning} counts. */
  public Rule of(String tool) {
    if (overrides.isEmpty()) {
      return defaults;
    }
    return byName.computeIfAbsent(GlobMap.bounded(tool), this::findRule);
  }

  private Rule findRule(String tool) {
    ToolOverride override = overridesByTool.find(tool);
    return override == null ? defaults : toRule(override);
  }

  private Rule toRule(ToolOverride override) {
    matched.add(override.tools());
    return new Rule(override.policy(), "overrides." + override.tools(), true);
  }

  /**
   * Returns how often a tool may be called with the same arguments by an override of its own.
   *
   * @return 0 where none says so, {@link #UNLIMITED} where the limit is switched off
   */
  int overriddenThreshold(String tool) {
    Rule rule = of(tool);
    int threshold = rule.policy().threshold();
    // An override that leaves the threshold as it is allows no more than any other tool's.
    if (!rule.overridden() || threshold == defaults.policy().threshold()) {
      return 0;
    }
    return threshold == 0 ? UNLIMITED : threshold;
  }

  /** Returns whether an override lets a tool repeat a call more often than any other. */
  boolean isLoosened(String tool) {
    return overriddenThreshold(tool) > defaults.policy().threshold();
  }

  /** Returns the greatest threshold of an override; 0 where there is none. */
  int maxOverriddenThreshold() {
    return overrides.stream()
        .map(ToolOverride::policy)
        .filter(policy -> !policy.exempt())
        .mapToInt(ToolPolicy::threshold)
        .reduce(0, Math::max);
  }

  /**
   * Returns the threshold for equal outcomes of a tool: the detector's own, or that of the tool's
   * override where it is looser. A poll that may be repeated as often may stand still as often.
   */
  Threshold looserThreshold(String tool, int own, String ownSetting) {
    int overridden = overriddenThreshold(tool);
    return overridden > own
        ? new Threshold(overridden, of(tool).setting("threshold"))
        : new Threshold(own, ownSetting);
  }
}
