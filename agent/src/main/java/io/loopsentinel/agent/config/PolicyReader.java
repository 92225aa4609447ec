package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Scalar;
import io.loopsentinel.agent.text.NearestNames;
import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.engine.settings.ToolPolicy.Placeholder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads how a tool is judged: the section {@code default} and each entry of {@code overrides}. */
final class PolicyReader {

  private static final ScalarType<Action> ACTION = ScalarType.constantOf(Action.class);

  /** Calls before a finding; a window of a million calls is 40 MB in one session. */
  private static final int MOST_CALLS = 1_000_000;

  private static final Set<String> OVERRIDE_ONLY = Set.of("exempt", "reason");

  private static final List<String> PLACEHOLDERS =
      Arrays.stream(Placeholder.values()).map(Placeholder::key).toList();

  /** Wider than what is filled in, so that {@code {Tool}} is found out; other braces are text. */
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([A-Za-z_][A-Za-z0-9_]*)\\}");

  private PolicyReader() {}

  static ToolPolicy readDefault(Section section) {
    return read(section, ToolPolicy.DEFAULT, false, null);
  }

  /** Reads an override; what it leaves out is as in {@code defaults}. */
  static ToolPolicy readOverride(Section section, ToolPolicy defaults) {
    boolean exempt = section.flag("exempt", false);
    return read(section, defaults, exempt, section.text("reason").orElse(null));
  }

  private static ToolPolicy read(
      Section section, ToolPolicy base, boolean exempt, @Nullable String reason) {
    int threshold = section.whole("threshold", 0, MOST_CALLS, base.threshold());
    int patience = inheritedPatience(base, threshold);
    ToolPolicy policy =
        new ToolPolicy(
            threshold,
            section.whole("threshold_with_progress", 0, MOST_CALLS, patience),
            section.whole("window_size", 1, MOST_CALLS, base.windowSize()),
            section.constant("progress", base.progress()),
            ladder(section, base.escalation()),
            message(section).orElse(base.message()),
            exempt,
            identity(section, base.identity()),
            section.text("suggest").orElse(base.suggest()),
            reason);
    if (exempt) {
      warnOfIgnored(section);
    } else {
      warnOfContradictions(section, policy);
    }
    return policy;
  }

  /**
   * Who raises {@code threshold} alone does not want calls that make progress to be stopped sooner
   * than those that make none.
   */
  private static int inheritedPatience(ToolPolicy base, int threshold) {
    int inherited = base.thresholdWithProgress();
    return inherited == 0 ? 0 : Math.max(inherited, threshold);
  }

  /**
   * Reads the keys {@code action} and {@code escalation}, of which a section has one.
   *
   * @return the ladder; {@code otherwise} where none is named
   */
  static @Nullable Ladder ladder(Section section, @Nullable Ladder otherwise) {
    Optional<Ladder> single = section.find("action", ACTION).map(Ladder::of);
    Optional<Ladder> ladder =
        section.listOfSome("escalation", ACTION, "[hint, hint, abort]").map(Ladder::new);
    if (section.has("action") && section.has("escalation")) {
      section.error(
          section.originOfKey("escalation"),
          section.path()
              + ": \"action\" and \"escalation\" exclude each other; an action is short for an"
              + " escalation of one");
    } else {
      ladder.ifPresent(named -> warnOfOrder(section, named.rungs()));
    }
    return ladder.or(() -> single).orElse(otherwise);
  }

  private static void warnOfOrder(Section section, List<Action> rungs) {
    int end = rungs.indexOf(Action.TERMINATE);
    if (end >= 0 && end < rungs.size() - 1) {
      section.warning(
          "escalation",
          ": what stands after terminate is never reached, since the session has ended");
      return;
    }
    for (int i = 1; i < rungs.size(); i++) {
      if (rungs.get(i).compareTo(rungs.get(i - 1)) < 0) {
        section.warning(
            "escalation",
            ": %s after %s makes the ladder milder as the loop goes on"
                .formatted(ScalarType.nameOf(rungs.get(i)), ScalarType.nameOf(rungs.get(i - 1))));
        return;
      }
    }
  }

  /** Reads the template of the hint and reports the placeholders that there are not. */
  private static Optional<String> message(Section section) {
    Optional<String> template = section.text("message");
    if (template.isPresent() && section.node("message") instanceof Scalar scalar) {
      Matcher placeholder = PLACEHOLDER.matcher(template.get());
      while (placeholder.find()) {
        if (!PLACEHOLDERS.contains(placeholder.group(1))) {
          section.error(
              scalar.positions().at(placeholder.start()),
              section.nested("message") + ": " + unknownPlaceholder(placeholder.group(1)));
        }
      }
    }
    return template;
  }

  private static String unknownPlaceholder(String name) {
    return "unknown placeholder {%s}%s; there are %s"
        .formatted(
            name,
            NearestNames.suggest(name, PLACEHOLDERS)
                .map(near -> ", did you mean {" + near + "}?")
                .orElse(""),
            Wording.allOf(PLACEHOLDERS.stream().map(known -> "{" + known + "}").toList()));
  }

  private static IdentityRule identity(Section policy, IdentityRule otherwise) {
    return policy.section(
        "identity",
        section -> {
          List<String> ignore = paths(section, "ignore");
          List<String> only = paths(section, "only");
          if (section.has("ignore") && section.has("only")) {
            section.error(
                section.originOfKey("only"),
                section.path() + ": \"ignore\" and \"only\" exclude each other; keep one");
            return otherwise;
          }
          boolean named = policy.has("identity") || section.has("ignore") || section.has("only");
          String key = section.has("only") ? "only" : "ignore";
          return named ? rule(section, key, ignore, only) : otherwise;
        });
  }

  private static List<String> paths(Section section, String key) {
    return section
        .listOfSome(key, ScalarType.TEXT, "[request_id, \"**.timestamp\"]")
        .orElse(List.of());
  }

  /** Returns a rule, or reports a path under a key that can name no argument. */
  static IdentityRule rule(Section section, String key, List<String> ignore, List<String> only) {
    try {
      return IdentityRule.of(ignore, only);
    } catch (IllegalArgumentException e) {
      section.error(key, ": " + e.getMessage());
      return IdentityRule.ALL_ARGUMENTS;
    }
  }

  private static void warnOfIgnored(Section section) {
    for (String key : section.written()) {
      if (!OVERRIDE_ONLY.contains(key)) {
        section.warning(
            section.originOfKey(key),
            section.nested(key) + " has no effect, since the tool is exempt");
      }
    }
  }

  /** Reports settings that contradict each other, unless they are inherited. */
  private static void warnOfContradictions(Section section, ToolPolicy policy) {
    int threshold = policy.threshold();
    int withProgress = policy.thresholdWithProgress();
    if (section.has("threshold") || section.has("window_size")) {
      warnOfWindow(section, "threshold", threshold, policy.windowSize());
    }
    if (section.has("threshold_with_progress")) {
      warnOfWindow(section, "threshold_with_progress", withProgress, policy.windowSize());
      if (withProgress != 0 && withProgress < threshold) {
        section.warning(
            "threshold_with_progress",
            " (%s) is below threshold (%s): calls that make progress are stopped sooner than those that make none"
                .formatted(withProgress, threshold));
      }
    }
  }

  private static void warnOfWindow(Section section, String key, int threshold, int window) {
    if (threshold > window) {
      section.warning(
          section.originOf(section.has(key) ? key : "window_size"),
          "%s (%s) can never be reached, since only the last %s calls are looked at; raise window_size"
              .formatted(section.nested(key), threshold, window));
    }
  }
}
