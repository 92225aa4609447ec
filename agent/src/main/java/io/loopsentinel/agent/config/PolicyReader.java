package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Scalar;
import io.loopsentinel.agent.text.NearestNames;
import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.identity.Normalisation;
import io.loopsentinel.engine.identity.TextNormaliser;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.EngineSettings.ToolOverride;
import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.engine.settings.GlobMap;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.engine.settings.ToolPolicy.Limits;
import io.loopsentinel.engine.settings.ToolPolicy.MessageStyle;
import io.loopsentinel.engine.settings.ToolPolicy.Placeholder;
import io.loopsentinel.engine.settings.ToolPolicy.Progress;
import io.loopsentinel.engine.settings.ToolPolicy.Texts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the policies of tools: the sections {@code default} and {@code overrides}. */
final class PolicyReader {

  private static final String OVERRIDES = "overrides";
  private static final ScalarType<Action> ACTION = ScalarType.ofEnum(Action.class);

  /** Limit for thresholds and windows; a window of a million calls takes 40 MB per session. */
  private static final int MAX_CALLS = 1_000_000;

  private static final List<String> PLACEHOLDERS =
      Arrays.stream(Placeholder.values()).map(ScalarType::nameOf).toList();

  /** Also matches misspelled names such as {@code {Tool}}; other braces are plain text. */
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([A-Za-z_][A-Za-z0-9_]*)\\}");

  private PolicyReader() {}

  /** Reads policies by tool name or glob; absent keys have the values of {@code defaults}. */
  static List<ToolOverride> readOverrides(Section root, ToolPolicy defaults) {
    Map<String, ToolPolicy> policies =
        root.sectionsByName(OVERRIDES, section -> read(section, defaults, true));
    List<ToolOverride> overrides = new ArrayList<>();
    for (Map.Entry<String, ToolPolicy> policy : policies.entrySet()) {
      String tools = policy.getKey();
      overrides.add(new ToolOverride(Glob.of(tools), policy.getValue()));
      if (tools.isBlank()) {
        root.error(
            root.originOfName(OVERRIDES, tools),
            "expected the name of a tool as the key, found nothing");
      }
    }
    if (checkGlobs(root, OVERRIDES, "tools", policies.keySet())) {
      warnOfShadowed(root, policies.keySet());
    }
    return overrides;
  }

  /**
   * Reports names and globs that are too long or too many.
   *
   * @param noun plural noun for the named things
   * @return whether there are few enough to compare them with each other
   */
  static boolean checkGlobs(Section root, String key, String noun, Set<String> names) {
    for (String name : names) {
      if (name.length() > GlobMap.MAX_NAME_LENGTH) {
        root.error(
            root.originOfName(key, name),
            "%s: expected a name or pattern of at most %d characters, found one of %d; in the names of %s, only the first %d characters count"
                .formatted(
                    root.pathOf(key),
                    GlobMap.MAX_NAME_LENGTH,
                    name.length(),
                    noun,
                    GlobMap.MAX_NAME_LENGTH));
      }
    }
    long wildcards = names.stream().map(Glob::of).filter(glob -> !glob.isExact()).count();
    if (wildcards > GlobMap.MAX_WILDCARDS) {
      root.error(
          key,
          ": expected at most %d patterns with * or ?, found %d; use fewer, wider patterns, or exact names of %s, which have no such limit"
              .formatted(GlobMap.MAX_WILDCARDS, wildcards, noun));
      return false;
    }
    return true;
  }

  static ToolPolicy read(Section section, ToolPolicy base, boolean override) {
    boolean exempt = override && section.flag("exempt", false);
    String reason = override ? section.text("reason").orElse(null) : null;
    int threshold = section.integer("threshold", 0, MAX_CALLS, base.limits().threshold());
    int inherited = base.limits().thresholdWithProgress();
    // If only threshold is raised, calls that make progress must not be stopped sooner.
    int patience = inherited == 0 ? 0 : Math.max(inherited, threshold);
    Limits limits =
        new Limits(
            threshold,
            section.integer("threshold_with_progress", 0, MAX_CALLS, patience),
            section.integer("window_size", 1, MAX_CALLS, base.limits().windowSize()),
            section.enumValue("progress", base.limits().progress()));
    Ladder escalation = ladder(section, base.escalation());
    String message = message(section).orElse(base.texts().message());
    MessageStyle style = section.enumValue("message_style", base.texts().style());
    IdentityRule identity = identity(section, base.identity());
    String suggest = section.text("suggest").orElse(base.texts().suggest());
    Texts texts = new Texts(message, style, suggest, reason);
    ToolPolicy policy = new ToolPolicy(limits, escalation, texts, exempt, identity);
    if (exempt) {
      for (String key : section.writtenKeys()) {
        if (!key.equals("exempt") && !key.equals("reason")) {
          section.warning(
              section.originOfKey(key),
              section.pathOf(key) + " has no effect because the tool is exempt");
        }
      }
    } else {
      warnOfContradictions(section, policy, override);
    }
    return policy;
  }

  /** Reads the keys {@code action} and {@code escalation}, which are mutually exclusive. */
  static @Nullable Ladder ladder(Section section, @Nullable Ladder fallback) {
    Optional<Ladder> single = section.find("action", ACTION).map(Ladder::of);
    Optional<Ladder> ladder =
        section.nonEmptyList("escalation", ACTION, "[hint, hint, abort]").map(Ladder::new);
    String advice = "; action is short for an escalation with one rung";
    if (!rejectBoth(section, "action", "escalation", advice)) {
      ladder.ifPresent(named -> warnOfOrder(section, named.rungs()));
    }
    return ladder.or(() -> single).orElse(fallback);
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
                    .formatted(ScalarType.nameOf(rungs.get(i)), ScalarType.nameOf(before)));
        return;
      }
    }
  }

  private static Optional<String> message(Section section) {
    Optional<String> template = section.text("message");
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

  /** Reads the rule key by key; an empty section means all arguments, unchanged. */
  private static IdentityRule identity(Section policy, IdentityRule fallback) {
    return policy.section(
        "identity",
        section -> {
          IdentityRule base =
              policy.has("identity") && section.writtenKeys().isEmpty()
                  ? IdentityRule.ALL_ARGUMENTS
                  : fallback;
          List<String> ignore = paths(section, "ignore");
          List<String> only = paths(section, "only");
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
        });
  }

  private static Normalisation normalisation(Section section, Normalisation fallback) {
    Set<TextNormaliser> texts = EnumSet.noneOf(TextNormaliser.class);
    for (TextNormaliser each : TextNormaliser.values()) {
      if (section.flag(ScalarType.nameOf(each), fallback.texts().contains(each))) {
        texts.add(each);
      }
    }
    return new Normalisation(
        texts,
        section.flag("descriptions", fallback.descriptions()),
        section.jsonObject("defaults").orElse(fallback.defaults()));
  }

  private static List<String> paths(Section section, String key) {
    return section
        .nonEmptyList(key, ScalarType.TEXT, "[request_id, \"**.timestamp\"]")
        .orElse(List.of());
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

  private static void warnOfShadowed(Section root, Set<String> names) {
    // Exact names come first and match only themselves, so only wildcards are compared.
    List<Glob> wildcards =
        names.stream().map(Glob::of).filter(tools -> !tools.isExact()).sorted().toList();
    for (int i = 0; i < wildcards.size(); i++) {
      Glob later = wildcards.get(i);
      wildcards.subList(0, i).stream()
          .filter(earlier -> later.text().startsWith(earlier.literalStart()))
          .filter(earlier -> covers(earlier, later))
          .findFirst()
          .ifPresent(
              earlier ->
                  root.warning(
                      root.originOfName(OVERRIDES, later.text()),
                      "overrides.%s is never used because %s matches the same tools and comes first"
                          .formatted(later, Wording.quoted(earlier.text()))));
    }
  }

  /**
   * Returns whether one glob matches everything that another matches. It does if it matches the
   * other's shortest names and longer ones, written with a character that no name contains.
   */
  private static boolean covers(Glob glob, Glob other) {
    String foreign = "\uFFFF";
    String shortest = other.text().replace("?", foreign).replace("*", "");
    String longer = other.text().replace("?", foreign).replace("*", foreign.repeat(3));
    return glob.matches(shortest) && glob.matches(longer);
  }
}
