package io.loopsentinel.agent.command.check;

import io.loopsentinel.agent.command.check.CheckedMethod.Guarded;
import io.loopsentinel.agent.command.check.CheckedMethod.Unguarded;
import io.loopsentinel.agent.config.TargetSpec;
import java.util.List;
import java.util.Locale;

/**
 * A target, and the methods that it matches.
 *
 * @param spec the target
 * @param methods what it matches
 * @param mismatch why it matches nothing; empty where it matches something
 */
record CheckedTarget(TargetSpec spec, List<CheckedMethod> methods, String mismatch) {

  CheckedTarget {
    methods = List.copyOf(methods);
  }

  boolean isMatched() {
    return !methods.isEmpty();
  }

  /**
   * Whether something has to be done about it. Classes that a framework can do without are missing
   * on many class paths, so what a profile names may lack some; a target of the user's may not.
   */
  boolean isProblem() {
    return spec.fromProfile()
        ? methods.stream().anyMatch(Unguarded.class::isInstance)
        : !methods.stream().allMatch(Guarded.class::isInstance) || !isMatched();
  }

  /** Returns what it is called: its kind and name, and where it stands. */
  String title() {
    return "%s target %s (%s)"
        .formatted(spec.kind().name().toLowerCase(Locale.ROOT), spec.name(), spec.origin());
  }
}
