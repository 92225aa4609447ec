package io.loopsentinel.targets.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The effective values of all declared keys, for comparison. They have no text, because some may be
 * secrets. Immutable.
 */
public final class SettingValues {

  private final Map<String, @Nullable Object> byPath;

  SettingValues(Map<String, @Nullable Object> byPath) {
    this.byPath = Collections.unmodifiableMap(new LinkedHashMap<>(byPath));
  }

  /** Returns the values by path, as keys joined by dots. */
  Map<String, @Nullable Object> byPath() {
    return byPath;
  }

  /** Returns the names of the top sections in which other values differ. */
  public Set<String> changedSections(SettingValues others) {
    Set<String> paths = new LinkedHashSet<>(byPath.keySet());
    paths.addAll(others.byPath.keySet());
    Set<String> sections = new LinkedHashSet<>();
    for (String path : paths) {
      if (!Objects.equals(byPath.get(path), others.byPath.get(path))) {
        sections.add(path.split("[.\\[]", 2)[0]);
      }
    }
    return sections;
  }
}
