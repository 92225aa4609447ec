package io.loopsentinel.targets.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/** Collects the errors and warnings while a configuration is read; not thread-safe. */
final class Problems {

  private static final Comparator<ConfigProblem> BY_PLACE =
      Comparator.comparingInt((ConfigProblem problem) -> problem.origin().line())
          .thenComparingInt(problem -> problem.origin().column());
  private static final int MAX_PER_PLACE = 8;

  private final List<ConfigProblem> errors = new ArrayList<>();
  private final List<ConfigProblem> warnings = new ArrayList<>();

  void error(Origin origin, String message) {
    errors.add(new ConfigProblem(origin, message));
  }

  /** Adds a warning: the value is accepted, but is probably not intended. */
  void warning(Origin origin, String message) {
    warnings.add(new ConfigProblem(origin, message));
  }

  boolean hasErrors() {
    return !errors.isEmpty();
  }

  /** Returns the errors, those outside a file first, then in the order of the file. */
  List<ConfigProblem> errors() {
    return limitPerPlace(errors);
  }

  List<ConfigProblem> warnings() {
    return limitPerPlace(warnings);
  }

  /** Problems in an aliased value repeat for each alias, so their number per place is limited. */
  private static List<ConfigProblem> limitPerPlace(List<ConfigProblem> problems) {
    List<ConfigProblem> shown = new ArrayList<>();
    problems.stream()
        .collect(
            Collectors.groupingBy(ConfigProblem::origin, LinkedHashMap::new, Collectors.toList()))
        .forEach(
            (place, all) -> {
              all.stream().limit(MAX_PER_PLACE).forEach(shown::add);
              int more = all.size() - MAX_PER_PLACE;
              if (more > 0) {
                shown.add(new ConfigProblem(place, "and " + more + " more problems here"));
              }
            });
    shown.sort(BY_PLACE);
    return shown;
  }
}
