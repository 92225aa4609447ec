package io.loopsentinel.agent.config;

import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.engine.settings.ToolPolicy.Progress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads how a tool is judged: the section {@code default} and each entry of {@code overrides}. */
final class PolicyReader {

  /** What {@code default} takes. */
  static final List<String> KEYS =
      List.of(
          "threshold",
          "threshold_with_progress",
          "window_size",
          "progress",
          "action",
          "escalation",
          "message",
          "suggest",
          "identity");

  /** What an override takes. */
  static final List<String> OVERRIDE_KEYS = withOwnKeys();

  private static final ScalarType<Progress> PROGRESS = ScalarType.constantOf(Progress.class);

  private PolicyReader() {}

  /** Reads the section {@code default}. */
  static ToolPolicy readDefault(Section section) {
    return read(section, ToolPolicy.DEFAULT, false, null);
  }

  /** Reads an override; what it leaves out is as in {@code defaults}. */
  static ToolPolicy readOverride(Section section, ToolPolicy defaults) {
    boolean exempt = section.get("exempt", ScalarType.FLAG, false);
    return read(section, defaults, exempt, section.getOrNull("reason", ScalarType.TEXT, null));
  }

  private static ToolPolicy read(
      Section section, ToolPolicy base, boolean exempt, @Nullable String reason) {
    int threshold = section.get("threshold", Limits.THRESHOLD, base.threshold());
    ToolPolicy policy =
        new ToolPolicy(
            threshold,
            section.get(
                "threshold_with_progress", Limits.THRESHOLD, inheritedPatience(base, threshold)),
            section.get("window_size", Limits.WINDOW_SIZE, base.windowSize()),
            section.get("progress", PROGRESS, base.progress()),
            LadderReader.read(section, base.escalation()),
            TemplateReader.read(section, "message", base.message()),
            exempt,
            IdentityReader.read(section, base.identity()),
            section.getOrNull("suggest", ScalarType.TEXT, base.suggest()),
            reason);
    PolicyWarnings.check(section, policy);
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

  private static List<String> withOwnKeys() {
    List<String> keys = new ArrayList<>(KEYS);
    keys.addAll(List.of("exempt", "reason"));
    return List.copyOf(keys);
  }
}
