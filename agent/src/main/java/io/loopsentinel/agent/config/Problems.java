package io.loopsentinel.agent.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong with a configuration while it is read; not thread-safe. */
final class Problems {

  private static final Comparator<ConfigProblem> BY_PLACE =
      Comparator.comparingInt((ConfigProblem problem) -> problem.origin().line())
          .thenComparingInt(problem -> problem.origin().column());

  private final List<ConfigProblem> errors = new ArrayList<>();
  private final List<ConfigProblem> warnings = new ArrayList<>();

  /** Adds something for which the configuration is rejected. */
  void error(Origin origin, String message) {
    errors.add(new ConfigProblem(origin, message));
  }

  /** Adds something that is accepted, though it is hardly what was meant. */
  void warning(Origin origin, String message) {
    warnings.add(new ConfigProblem(origin, message));
  }

  boolean hasErrors() {
    return !errors.isEmpty();
  }

  /** Returns the errors: what stands in no file first, then in the order of the file. */
  List<ConfigProblem> errors() {
    return errors.stream().sorted(BY_PLACE).toList();
  }

  /** Returns the warnings, ordered as the errors are. */
  List<ConfigProblem> warnings() {
    return warnings.stream().sorted(BY_PLACE).toList();
  }
}
