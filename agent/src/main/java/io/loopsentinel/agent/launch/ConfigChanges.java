package io.loopsentinel.agent.launch;

import io.loopsentinel.targets.config.ConfigResult.Loaded;
import java.util.List;
import java.util.Set;

/** The sections in which two configurations differ, by their keys in the file. */
record ConfigChanges(Set<String> sections) {

  /** Settings that a reload does not use at all. */
  private static final String OF_THE_START = "on_config_error";

  /** Settings that take effect at the next start, because the store of spending is opened once. */
  private static final List<String> FROM_NEXT_START = List.of("budgets_state", "budgets_store");

  static ConfigChanges between(Loaded before, Loaded next) {
    Set<String> sections = before.values().changedSections(next.values());
    sections.remove(OF_THE_START);
    return new ConfigChanges(sections);
  }

  boolean isEmpty() {
    return sections.isEmpty();
  }

  /** Returns the sections, and those that take effect only at the next start. */
  @Override
  public String toString() {
    List<String> later = FROM_NEXT_START.stream().filter(sections::contains).toList();
    return String.join(", ", sections)
        + (later.isEmpty()
            ? ""
            : " (%s: from the next start on)".formatted(String.join(" and ", later)));
  }
}
