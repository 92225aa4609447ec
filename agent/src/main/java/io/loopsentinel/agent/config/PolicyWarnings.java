package io.loopsentinel.agent.config;

import io.loopsentinel.engine.settings.ToolPolicy;

/** Finds settings of a policy that contradict each other. */
final class PolicyWarnings {

  private PolicyWarnings() {}

  /** Reports the contradictions of a policy; one that is inherited is not reported again. */
  static void check(Section section, ToolPolicy policy) {
    if (policy.exempt()) {
      exemptAlone(section);
      return;
    }
    int window = policy.windowSize();
    boolean ownLimits = section.has("threshold") || section.has("window_size");
    if (ownLimits && policy.threshold() > window) {
      neverFires(section, "threshold", policy.threshold(), window);
    }
    if (!section.has("threshold_with_progress") || policy.thresholdWithProgress() == 0) {
      return;
    }
    if (policy.thresholdWithProgress() > window) {
      neverFires(section, "threshold_with_progress", policy.thresholdWithProgress(), window);
    }
    if (policy.thresholdWithProgress() < policy.threshold()) {
      section.warning(
          section.originOf("threshold_with_progress"),
          "%s (%s) is below threshold (%s): calls that make progress are stopped sooner than those that make none"
              .formatted(
                  section.nested("threshold_with_progress"),
                  policy.thresholdWithProgress(),
                  policy.threshold()));
    }
  }

  private static void exemptAlone(Section section) {
    for (String key : PolicyReader.KEYS) {
      if (section.has(key)) {
        section.warning(
            section.originOfKey(key),
            section.nested(key) + " has no effect, since the tool is exempt");
      }
    }
  }

  private static void neverFires(Section section, String key, int threshold, int window) {
    section.warning(
        section.originOf(section.has(key) ? key : "window_size"),
        "%s (%s) can never be reached, since only the last %s calls are looked at; raise window_size"
            .formatted(section.nested(key), threshold, window));
  }
}
