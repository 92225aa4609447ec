package io.loopsentinel.targets.load;

import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.identity.Normalisation;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.Effect;
import io.loopsentinel.engine.settings.EngineSettings.ToolOverride;
import io.loopsentinel.engine.settings.Gate;
import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.engine.settings.ToolPolicy.Limits;
import io.loopsentinel.engine.settings.ToolPolicy.MaxCalls;
import io.loopsentinel.engine.settings.ToolPolicy.Reuse;
import io.loopsentinel.targets.load.Key.Group;
import io.loopsentinel.targets.load.Key.Other;
import io.loopsentinel.targets.yaml.ConfigNode;
import io.loopsentinel.targets.yaml.ConfigNode.Mapping;
import io.loopsentinel.targets.yaml.ConfigNode.Scalar;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the section {@code overrides}, and the keys that only an override has. */
final class OverridesReader {

  private static final String NAME = "overrides";

  private static final ScalarType<Integer> CALLS = ScalarType.integer(1, 1_000_000);
  private static final ScalarType<Integer> CALLS_OF_RATE =
      ScalarType.integer(1, MaxCalls.MAX_WITHIN);
  private static final ScalarType<Duration> WITHIN = ScalarType.duration("24h", "10s");

  private static final List<Key> RATE =
      List.of(
          Key.required("n", CALLS_OF_RATE).means("The number of calls."),
          Key.required("within", WITHIN).means("The time in which they are counted."));

  private static final Key MAX_CALLS =
      new Other(
          "max_calls",
          CALLS.expected() + ", or a rate such as {n: 5, within: 10s}",
          """
          {"type": ["integer", "object"], "minimum": 1, "maximum": 1000000,
           "additionalProperties": false, "required": ["n", "within"],
           "properties": {"n": %s, "within": %s}}
          """
              .formatted(CALLS_OF_RATE.schema(), WITHIN.schema()),
          true,
          "The calls of each matching tool that may run in a session, or within a time.");

  /** The keys that apply to calls that are denied. */
  private static final Set<String> USED_BY_DENIAL =
      Set.of("before", "identity", "message_style", "suggest", "reason", "exempt");

  private static final ScalarType<String> GATE =
      ScalarType.choice(List.of("ask", "deny"), word -> word);

  private static final List<Key> DENIAL =
      List.of(Key.required("deny", ScalarType.TEXT).means("The text that the model reads."));

  private static final Key BEFORE =
      new Other(
          "before",
          GATE.expected() + ", or a denial with a text such as {deny: \"Use find_order.\"}",
          """
          {"anyOf": [%s, {"type": "object", "additionalProperties": false,
           "required": ["deny"], "properties": {"deny": %s}}]}
          """
              .formatted(GATE.schema(), ScalarType.TEXT.schema()),
          true,
          "Whether a person decides about each call, the first one included, or none runs.");

  private static final String ONCE = "once";

  private static final ScalarType<String> PLAIN_EFFECT =
      ScalarType.choice(List.of(ONCE), word -> word);
  private static final ScalarType<String> ALL_ARGUMENTS =
      ScalarType.choice(List.of("all"), word -> word);
  private static final ScalarType<Duration> KEEP = ScalarType.duration("9999h", "168h");
  private static final Duration DEFAULT_KEEP = Duration.ofDays(7);

  private static final List<Key> EFFECT_KEYS =
      List.of(
          new Other(
              ONCE,
              "all, or a list of arguments such as [order_id]",
              "{}",
              true,
              "The arguments that name the effect."),
          Key.value("per", ScalarType.TEXT)
              .means("The scope: session, global or the name of a label."),
          Key.value("keep", KEEP).means("The time after which an effect is forgotten."),
          Key.value("verify_with", ScalarType.TEXT)
              .means("The tool that shows whether it happened."));

  private static final Key EFFECT =
      new Other(
          "effect",
          PLAIN_EFFECT.expected() + ", or a section such as {once: [order_id], per: user}",
          """
          {"anyOf": [%s, {"type": "object", "additionalProperties": false, "required": ["once"],
           "properties": {
            "once": {"anyOf": [%s, {"type": "array", "minItems": 1, "items": %s}]},
            "per": %s, "keep": %s, "verify_with": %s}}]}
          """
              .formatted(
                  PLAIN_EFFECT.schema(),
                  ALL_ARGUMENTS.schema(),
                  ScalarType.TEXT.schema(),
                  ScalarType.TEXT.schema(),
                  KEEP.schema(),
                  ScalarType.TEXT.schema()),
          true,
          "Whether equal calls have their effect once, whatever is retried or runs in parallel.");

  private static final Duration DEFAULT_TTL = Duration.ofMinutes(10);

  private static final Group REUSE =
      Key.section(
          "reuse",
          "The tools only read: an equal call gets the earlier result again and does not run.",
          Key.value("ttl", ScalarType.duration("24h", "10m"))
              .means("The time in which a result is reused, by default 10m."),
          Key.value("per", LabelsReader.NAME_TYPE)
              .means("The calls that share results: session (the default), global or a label."),
          Key.list("invalidated_by", ScalarType.TEXT, "[\"update_*\"]")
              .means("The tools, as names or patterns, whose calls drop these results."),
          Key.flag("only_on_rung").means("Whether only the rung reuse of a ladder gives results."));

  /** The keys of an override in addition to those of the default. */
  static final List<Key> OVERRIDE =
      List.of(
          Key.flag("exempt").means("Whether calls of the tool are not judged."),
          MAX_CALLS,
          BEFORE,
          EFFECT,
          REUSE,
          Key.value("command", ScalarType.TEXT)
              .means("The name of the argument that holds a command line."),
          Key.value("reason", ScalarType.TEXT)
              .means("Why the override exists; shown in the error and the log."));

  static final Group KEYS =
      Key.byName(
          NAME,
          "Settings of the tools that match the key, a name or pattern.",
          Key.join(OVERRIDE, PolicyReader.KEYS));

  private OverridesReader() {}

  /** Reads policies by tool name or glob; absent keys have the values of {@code defaults}. */
  static List<ToolOverride> read(Section root, ToolPolicy defaults) {
    Map<String, ToolPolicy> policies = new LinkedHashMap<>();
    List<ToolOverride> overrides = new ArrayList<>();
    for (Map.Entry<String, Section> each : root.sectionsByName(NAME).entrySet()) {
      String tools = each.getKey();
      ToolPolicy policy = PolicyReader.read(each.getValue(), defaults, true);
      policies.put(tools, policy);
      overrides.add(new ToolOverride(Glob.of(tools), policy));
      if (tools.isBlank()) {
        root.error(
            root.originOfName(NAME, tools),
            "expected the name of a tool as the key, found nothing");
      }
    }
    root.record(NAME, policies);
    if (PatternChecks.check(root, NAME, "tools", policies.keySet())) {
      PatternChecks.warnOfShadowed(root, NAME, policies.keySet());
    }
    return overrides;
  }

  static @Nullable MaxCalls maxCalls(Section section) {
    ConfigNode node = section.node("max_calls");
    if (node instanceof Mapping) {
      return rate(section.child(node, section.pathOf("max_calls"), RATE).opened());
    }
    int n = node == null ? 0 : section.get("max_calls", CALLS, 0);
    return n == 0 ? null : new MaxCalls(n, null);
  }

  private static @Nullable MaxCalls rate(Section section) {
    Optional<Integer> n = section.find("n");
    Optional<Duration> within = section.find("within");
    return n.isPresent() && within.isPresent() ? new MaxCalls(n.get(), within.get()) : null;
  }

  static @Nullable Gate gate(Section section) {
    ConfigNode node = section.node("before");
    if (node instanceof Mapping) {
      Optional<String> text =
          section.child(node, section.pathOf("before"), DENIAL).opened().find("deny");
      return text.map(denial -> new Gate(false, denial)).orElse(null);
    }
    return node == null ? null : new Gate(section.get("before", GATE, "deny").equals("ask"), null);
  }

  /** Warns of keys that a gate or an effect leaves without use. */
  static void warnOfUnused(Section section, Limits limits) {
    Gate gate = limits.before();
    if (gate != null && !gate.asks()) {
      section.warnOfOthers(USED_BY_DENIAL, " has no effect because before denies each call");
    } else if (section.writtenKeys().contains("reuse")) {
      String why = gate == null ? "" : " has no effect because before asks about each call";
      if (gate == null && limits.effect() != null) {
        why = " has no effect beside effect: a tool that acts must run";
      }
      if (!why.isEmpty()) {
        section.warning(section.originOfKey("reuse"), section.pathOf("reuse") + why);
      }
    }
  }

  static @Nullable Effect effect(Section section) {
    ConfigNode node = section.node("effect");
    if (node instanceof Mapping) {
      return ofSection(section.child(node, section.pathOf("effect"), EFFECT_KEYS).opened());
    }
    if (node == null) {
      return null;
    }
    String unused = section.get("effect", PLAIN_EFFECT, ONCE);
    return new Effect(IdentityRule.ALL_ARGUMENTS, Budget.SESSION, DEFAULT_KEEP, null);
  }

  private static Effect ofSection(Section section) {
    section.requirePresent(ONCE);
    return new Effect(
        arguments(section),
        section.get("per", Budget.SESSION),
        section.get("keep", DEFAULT_KEEP),
        section.<String>find("verify_with").orElse(null));
  }

  private static IdentityRule arguments(Section section) {
    if (section.node(ONCE) instanceof Scalar) {
      String unused = section.get(ONCE, ALL_ARGUMENTS, "all");
      return IdentityRule.ALL_ARGUMENTS;
    }
    List<String> paths = section.list(ONCE, ScalarType.TEXT).orElse(List.of());
    if (section.has(ONCE) && paths.isEmpty()) {
      section.error(ONCE, ": expected at least one, such as [order_id]");
    }
    return PolicyReader.rule(section, ONCE, List.of(), paths, Normalisation.NONE);
  }

  static @Nullable Reuse reuse(Section policy) {
    if (!policy.has("reuse")) {
      return null;
    }
    Section section = policy.section("reuse");
    return new Reuse(
        section.get("ttl", DEFAULT_TTL),
        section.get("per", Budget.SESSION),
        section.list("invalidated_by", List.<String>of()).stream().map(Glob::of).toList(),
        section.get("only_on_rung", false));
  }
}
