package io.loopsentinel.agent.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/** Collects what is wrong with a configuration while it is read; not thread-safe. */
final class Problems {

  private static final Comparator<ConfigProblem> BY_PLACE =
      Comparator.comparingInt((ConfigProblem problem) -> problem.origin().line())
          .thenComparingInt(problem -> problem.origin().column());
  private static final int MOST_AT_ONE_PLACE = 8;

  private final List<ConfigProblem> errors = new ArrayList<>();
  private final List<ConfigProblem> warnings = new ArrayList<>();

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
    return shown(errors);
  }

  List<ConfigProblem> warnings() {
    return shown(warnings);
  }

  /** What is wrong with the value of an alias is wrong wherever the alias stands: told briefly. */
  private static List<ConfigProblem> shown(List<ConfigProblem> problems) {
    List<ConfigProblem> shown = new ArrayList<>();
    problems.stream()
        .collect(
            Collectors.groupingBy(ConfigProblem::origin, LinkedHashMap::new, Collectors.toList()))
        .forEach(
            (place, all) -> {
              all.stream().limit(MOST_AT_ONE_PLACE).forEach(shown::add);
              int more = all.size() - MOST_AT_ONE_PLACE;
              if (more > 0) {
                shown.add(new ConfigProblem(place, "and " + more + " more problems here"));
              }
            });
    shown.sort(BY_PLACE);
    return shown;
  }
}
