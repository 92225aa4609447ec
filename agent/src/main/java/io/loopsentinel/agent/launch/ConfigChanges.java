package io.loopsentinel.agent.launch;

import io.loopsentinel.targets.config.ConfigResult.Loaded;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The settings in which two configurations differ, by their paths in the file. */
record ConfigChanges(Set<String> paths) {

  /** Settings that a reload does not use at all. */
  private static final String NOT_RELOADED = "on_config_error";

  /** Settings that take effect at the next start, because stores are opened once. */
  private static final List<String> FROM_NEXT_START = List.of("budgets_state", "sessions.store");

  static ConfigChanges between(Loaded before, Loaded next) {
    Set<String> paths = before.values().changedPaths(next.values());
    paths.remove(NOT_RELOADED);
    return new ConfigChanges(paths);
  }

  boolean isEmpty() {
    return paths.isEmpty();
  }

  /** Returns the names of the top sections that differ. */
  Set<String> sections() {
    Set<String> sections = new LinkedHashSet<>();
    paths.forEach(path -> sections.add(path.split("[.\\[]", 2)[0]));
    return sections;
  }

  /** Returns the sections, and the settings that take effect only at the next start. */
  @Override
  public String toString() {
    List<String> later = FROM_NEXT_START.stream().filter(paths::contains).toList();
    return String.join(", ", sections())
        + (later.isEmpty()
            ? ""
            : " (%s: from the next start on)".formatted(String.join(" and ", later)));
  }
}
