package io.loopsentinel.targets.load;

import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.identity.Normalisation;
import io.loopsentinel.engine.identity.TextNormaliser;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.engine.settings.ToolPolicy.Limits;
import io.loopsentinel.engine.settings.ToolPolicy.MessageStyle;
import io.loopsentinel.engine.settings.ToolPolicy.Placeholder;
import io.loopsentinel.engine.settings.ToolPolicy.Progress;
import io.loopsentinel.engine.settings.ToolPolicy.Texts;
import io.loopsentinel.targets.load.Key.Group;
import io.loopsentinel.targets.load.Key.Other;
import io.loopsentinel.targets.load.Key.Values;
import io.loopsentinel.targets.text.NearestNames;
import io.loopsentinel.targets.text.Wording;
import io.loopsentinel.targets.yaml.ConfigNode.Scalar;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a policy: the section {@code default}, or an override. */
final class PolicyReader {

  private static final ScalarType<Action> ACTION_TYPE = ScalarType.ofEnum(Action.class);

  /** Limit for thresholds and windows; a window of a million calls takes 40 MB per session. */
  private static final int MAX_CALLS = 1_000_000;

  static final Key ACTION =
      Key.value("action", ACTION_TYPE).means("Short for an escalation with one rung.");
  static final Key ESCALATION =
      Key.nonEmptyList("escalation", ACTION_TYPE, "[hint, hint, abort]")
          .means("The action for each further finding of the same loop; the last one stays.");

  static final List<Key> KEYS =
      List.of(
          Key.integer("threshold", 0, MAX_CALLS)
              .means(
                  "Equal calls that run before the next one is a finding; 0 switches repeat off."),
          Key.integer("threshold_with_progress", 0, MAX_CALLS)
              .means("The same for equal calls that each brought another result."),
          Key.integer("window_size", 1, MAX_CALLS)
              .means("The number of recorded calls to compare with."),
          Key.choice("progress", Progress.class)
              .means("Whether results count, or the arguments alone."),
          ACTION,
          ESCALATION,
          Key.value("message", ScalarType.TEXT)
              .means("The text of the hint; it can have placeholders."),
          Key.choice("message_style", MessageStyle.class).means("How much hints and warnings say."),
          Key.section(
              "identity",
              "Which arguments make two calls equal.",
              paths("ignore").means("Paths of arguments that do not count."),
              paths("only").means("Paths of the only arguments that count."),
              paths("ignore_results").means("Paths of members of JSON results that do not count."),
              Key.flag("whitespace").means("Whether differences in white space do not count."),
              Key.flag("paths")
                  .means("Whether spellings of one path, such as ./a and a, are equal."),
              Key.flag("case").means("Whether the case of texts of one word does not count."),
              Key.flag("descriptions")
                  .means("Whether arguments that only describe the call do not count."),
              new Other(
                  "defaults",
                  "a mapping of arguments to values",
                  "{\"type\": [\"object\", \"null\"]}",
                  true,
                  "Arguments that, with this value, equal absent ones.")),
          Key.value("suggest", ScalarType.TEXT).means("What the second hint proposes instead."));

  static final Group DEFAULT = Key.section("default", "How a tool is judged.", KEYS);

  private static final List<String> PLACEHOLDERS =
      Arrays.stream(Placeholder.values()).map(Wording::nameOf).toList();

  /** Also matches misspelled names such as {@code {Tool}}; other braces are plain text. */
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([A-Za-z_][A-Za-z0-9_]*)\\}");

  private PolicyReader() {}

  static ToolPolicy read(Section section, ToolPolicy base, boolean override) {
    boolean exempt = override && section.get("exempt", false);
    String reason = override ? section.<String>find("reason").orElse(null) : null;
    int threshold = section.get("threshold", base.limits().threshold());
    int inherited = base.limits().thresholdWithProgress();
    // If only threshold is raised, calls that make progress must not be stopped sooner.
    int inheritedOrRaised =
        inherited == 0 || !section.has("threshold") ? inherited : Math.max(inherited, threshold);
    Limits limits =
        new Limits(
            threshold,
            section.get("threshold_with_progress", inheritedOrRaised),
            section.get("window_size", base.limits().windowSize()),
            section.get("progress", base.limits().progress()),
            override ? OverridesReader.maxCalls(section) : null,
            override ? OverridesReader.gate(section) : null,
            override ? OverridesReader.effect(section) : null,
            override ? OverridesReader.reuse(section) : null);
    Ladder escalation = ladder(section, base.escalation());
    String message = message(section).orElse(base.texts().message());
    MessageStyle style = section.get("message_style", base.texts().style());
    Identity identity = identity(section, new Identity(base.identity(), base.results()));
    String suggest = section.<String>find("suggest").orElse(base.texts().suggest());
    Texts texts = new Texts(message, style, suggest, reason);
    String command = override ? section.<String>find("command").orElse(null) : null;
    ToolPolicy policy =
        new ToolPolicy(
            limits, escalation, texts, exempt, identity.arguments(), identity.results(), command);
    if (exempt) {
      section.warnOfOthers(Set.of("exempt", "reason"), " has no effect because the tool is exempt");
    } else {
      OverridesReader.warnOfUnused(section, limits);
      warnOfContradictions(section, policy, override);
    }
    return policy;
  }

  /** Reads the keys {@code action} and {@code escalation}, which are mutually exclusive. */
  static @Nullable Ladder ladder(Section section, @Nullable Ladder fallback) {
    Optional<Action> action = section.find("action");
    Optional<List<Action>> rungs = section.list("escalation");
    String advice = "; action is short for an escalation with one rung";
    boolean both = rejectBoth(section, "action", "escalation", advice);
    if (rungs.isPresent() && !both) {
      warnOfOrder(section, rungs.get());
    }
    if (rungs.isPresent()) {
      return new Ladder(rungs.get());
    }
    return action.isPresent() ? Ladder.of(action.get()) : fallback;
  }

  private static boolean rejectBoth(Section section, String one, String other, String advice) {
    boolean both = section.has(one) && section.has(other);
    if (both) {
      section.keyError(
          other,
          "%s: \"%s\" and \"%s\" are mutually exclusive%s"
              .formatted(section.path(), one, other, advice));
    }
    return both;
  }

  private static void warnOfOrder(Section section, List<Action> rungs) {
    for (int i = 1; i < rungs.size(); i++) {
      Action before = rungs.get(i - 1);
      if (rungs.get(i).compareTo(before) < 0 || before == Action.TERMINATE) {
        section.warning(
            "escalation",
            rungs.subList(0, rungs.size() - 1).contains(Action.TERMINATE)
                ? ": rungs after terminate are never reached because the session has ended"
                : ": %s after %s makes the ladder milder as the loop continues"
                    .formatted(Wording.nameOf(rungs.get(i)), Wording.nameOf(before)));
        return;
      }
    }
  }

  private static Optional<String> message(Section section) {
    Optional<String> template = section.find("message");
    if (template.isPresent() && section.node("message") instanceof Scalar scalar) {
      Matcher placeholder = PLACEHOLDER.matcher(template.get());
      while (placeholder.find()) {
        String name = placeholder.group(1);
        if (!PLACEHOLDERS.contains(name)) {
          section.error(
              scalar.positions().at(placeholder.start()),
              "%s: unknown placeholder {%s}%s; available: %s"
                  .formatted(
                      section.pathOf("message"),
                      name,
                      NearestNames.suggest(name, PLACEHOLDERS)
                          .map(near -> ", did you mean {" + near + "}?")
                          .orElse(""),
                      Wording.allOf(PLACEHOLDERS.stream().map("{%s}"::formatted).toList())));
        }
      }
    }
    return template;
  }

  /** The section {@code identity}: what counts of arguments and of results. */
  private record Identity(IdentityRule arguments, IdentityRule results) {

    static final Identity ALL =
        new Identity(IdentityRule.ALL_ARGUMENTS, IdentityRule.ALL_ARGUMENTS);
  }

  /** Reads the section key by key; an empty one means all arguments, unchanged. */
  private static Identity identity(Section policy, Identity fallback) {
    Section section = policy.section("identity");
    boolean isEmpty = policy.has("identity") && section.writtenKeys().isEmpty();
    Identity base = isEmpty ? Identity.ALL : fallback;
    List<String> results = section.list("ignore_results", List.of());
    return new Identity(
        arguments(section, base.arguments()),
        results.isEmpty()
            ? base.results()
            : rule(section, "ignore_results", results, List.of(), Normalisation.NONE));
  }

  private static IdentityRule arguments(Section section, IdentityRule base) {
    List<String> ignore = section.list("ignore", List.of());
    List<String> only = section.list("only", List.of());
    Normalisation normalisation = normalisation(section, base.normalisation());
    String key = section.has("only") ? "only" : "ignore";
    if (section.has("only") && section.has("descriptions") && normalisation.descriptions()) {
      section.warning("descriptions", " has no effect beside only, which says what counts");
    }
    if (rejectBoth(section, "ignore", "only", "; keep one")) {
      return base;
    }
    return section.has(key)
        ? rule(section, key, ignore, only, normalisation)
        : IdentityRule.of(base.ignore(), base.only(), normalisation);
  }

  private static Normalisation normalisation(Section section, Normalisation fallback) {
    Set<TextNormaliser> texts = EnumSet.noneOf(TextNormaliser.class);
    for (TextNormaliser each : TextNormaliser.values()) {
      if (section.get(Wording.nameOf(each), fallback.texts().contains(each))) {
        texts.add(each);
      }
    }
    return new Normalisation(
        texts,
        section.get("descriptions", fallback.descriptions()),
        section.jsonObject("defaults").orElse(fallback.defaults()));
  }

  private static Values paths(String name) {
    return Key.nonEmptyList(name, ScalarType.TEXT, "[request_id, \"**.timestamp\"]");
  }

  /** Returns a rule; if a path cannot name an argument, reports it at the key. */
  static IdentityRule rule(
      Section section,
      String key,
      List<String> ignore,
      List<String> only,
      Normalisation normalisation) {
    try {
      return IdentityRule.of(ignore, only, normalisation);
    } catch (IllegalArgumentException e) {
      section.error(key, ": " + e.getMessage());
      return IdentityRule.ALL_ARGUMENTS;
    }
  }

  private static void warnOfContradictions(Section section, ToolPolicy policy, boolean override) {
    int threshold = policy.limits().threshold();
    int withProgress = policy.limits().thresholdWithProgress();
    if (section.has("threshold") || section.has("window_size")) {
      warnOfWindow(section, "threshold", threshold, policy.limits().windowSize());
    }
    if (threshold == 1 && section.has("threshold")) {
      section.warning(
          "threshold",
          " (1) makes the second identical call a finding, even if it is a second look, a"
              + " retry or a poll; use 2 or more if one of these can be legitimate");
    }
    // In the default it may be for overrides.
    if (override
        && section.has("threshold_with_progress")
        && policy.limits().progress() == Progress.IGNORE) {
      section.warning(
          "threshold_with_progress", " has no effect, since progress: ignore compares no results");
    } else if (section.has("threshold_with_progress")) {
      warnOfWindow(section, "threshold_with_progress", withProgress, policy.limits().windowSize());
      if (withProgress != 0 && withProgress < threshold) {
        section.warning(
            "threshold_with_progress",
            " (%s) is below threshold (%s): calls that make progress are stopped sooner than calls that make none"
                .formatted(withProgress, threshold));
      }
    }
  }

  private static void warnOfWindow(Section section, String key, int threshold, int window) {
    if (threshold > window) {
      section.warning(
          section.originOf(section.has(key) ? key : "window_size"),
          "%s (%s) can never be reached because only the last %s calls are compared; raise window_size"
              .formatted(section.pathOf(key), threshold, window));
    }
  }
}
