package io.loopsentinel.targets.yaml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the errors and warnings while a configuration is read; not thread-safe. */
public final class Problems {

  private static final Comparator<ConfigProblem> BY_PLACE =
      Comparator.comparingInt((ConfigProblem problem) -> problem.origin().line())
          .thenComparingInt(problem -> problem.origin().column());
  private static final int MAX_PER_PLACE = 8;

  private final List<ConfigProblem> errors = new ArrayList<>();
  private final List<ConfigProblem> warnings = new ArrayList<>();

  public void error(Origin origin, String message) {
    errors.add(new ConfigProblem(origin, message));
  }

  /** Adds a warning: the value is accepted, but is probably not intended. */
  public void warning(Origin origin, String message) {
    warnings.add(new ConfigProblem(origin, message));
  }

  public boolean hasErrors() {
    return !errors.isEmpty();
  }

  /** Returns the errors, those outside a file first, then in the order of the file. */
  public List<ConfigProblem> errors() {
    return limitPerPlace(errors);
  }

  public List<ConfigProblem> warnings() {
    return limitPerPlace(warnings);
  }

  /** Problems in an aliased value repeat for each alias, so their number per place is limited. */
  private static List<ConfigProblem> limitPerPlace(List<ConfigProblem> problems) {
    Map<Origin, List<ConfigProblem>> byPlace = new LinkedHashMap<>();
    for (ConfigProblem each : problems) {
      byPlace.computeIfAbsent(each.origin(), place -> new ArrayList<>()).add(each);
    }
    List<ConfigProblem> shown = new ArrayList<>();
    for (Map.Entry<Origin, List<ConfigProblem>> place : byPlace.entrySet()) {
      List<ConfigProblem> all = place.getValue();
      int more = all.size() - MAX_PER_PLACE;
      shown.addAll(all.subList(0, Math.min(all.size(), MAX_PER_PLACE)));
      if (more > 0) {
        shown.add(new ConfigProblem(place.getKey(), "and " + more + " more problems here"));
      }
    }
    shown.sort(BY_PLACE);
    return shown;
  }
}
