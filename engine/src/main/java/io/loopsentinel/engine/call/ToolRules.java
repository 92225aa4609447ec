package io.loopsentinel.engine.call;

import io.loopsentinel.engine.bounded.BoundedMap;
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
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /** Maximum number of rules kept by name, because a model may invent tool names. */
  private static final int MAX_CACHED_NAMES = 1_000;

  private final Rule defaults;
  private final List<ToolOverride> overrides;
  private final GlobMap<ToolOverride> overridesByTool;
  private final Set<Glob> matched = ConcurrentHashMap.newKeySet();
  private final Map<String, Rule> byName =
      Collections.synchronizedMap(new BoundedMap<>(MAX_CACHED_NAMES));

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
   * The rule by which the calls of a tool are judged.
   *
   * @param path the path of the policy in the configuration: {@code default}, {@code overrides.x}
   * @param overridden whether an override matches the tool; such a tool has a window of its own
   */
  public record Rule(ToolPolicy policy, String path, boolean overridden) {

    /** Returns the path of one of the policy's settings. */
    public String setting(String key) {
      return path + "." + key;
    }
  }

  /** A length from which a streak is a finding. */
  public record Threshold(int threshold, String setting) {}

  /** Matches the tools that were called under earlier rules. */
  public void takeOver(ToolRules earlier) {
    List<String> tools;
    synchronized (earlier.byName) {
      tools = List.copyOf(earlier.byName.keySet());
    }
    tools.forEach(this::of);
  }

  /** Returns the overrides that have matched no tool so far. */
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

  /** Returns the rule of a tool; only the {@linkplain GlobMap beginning} of a long name counts. */
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
   * Returns how many times an override lets a tool be called with the same arguments.
   *
   * @return 0 if no override changes this, {@link #UNLIMITED} if the limit is switched off
   */
  public int overriddenThreshold(String tool) {
    Rule rule = of(tool);
    int threshold = rule.policy().limits().threshold();
    // An override with the default threshold allows no more than other tools have.
    if (!rule.overridden() || threshold == defaults.policy().limits().threshold()) {
      return 0;
    }
    return threshold == 0 ? UNLIMITED : threshold;
  }

  /** Returns the greatest threshold of an override; 0 if there is none. */
  public int maxOverriddenThreshold() {
    return overrides.stream()
        .map(ToolOverride::policy)
        .filter(policy -> !policy.exempt())
        .mapToInt(policy -> policy.limits().threshold())
        .reduce(0, Math::max);
  }

  /**
   * Returns the threshold for equal outcomes of a tool: the detector's own, or that of the tool's
   * override if it is looser. A poll that may be repeated this often may also stay unchanged this
   * often.
   */
  public Threshold looser(String tool, int own, String ownSetting) {
    int overridden = overriddenThreshold(tool);
    return overridden > own
        ? new Threshold(overridden, of(tool).setting("threshold"))
        : new Threshold(own, ownSetting);
  }
}
