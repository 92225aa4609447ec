package io.loopsentinel.targets.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The effective values of all declared keys, for comparison. Never shown, because some may be
 * secrets. Immutable.
 */
public final class SettingValues {

  private final Map<String, @Nullable Object> byPath;

  /** Copies the values by path. */
  public SettingValues(Map<String, @Nullable Object> byPath) {
    this.byPath = Collections.unmodifiableMap(new LinkedHashMap<>(byPath));
  }

  /** Returns the values by path, as keys joined by dots. */
  public Map<String, @Nullable Object> byPath() {
    return byPath;
  }

  /** Returns the paths whose other values differ. */
  public Set<String> changedPaths(SettingValues others) {
    Set<String> paths = new LinkedHashSet<>(byPath.keySet());
    paths.addAll(others.byPath.keySet());
    paths.removeIf(path -> Objects.equals(byPath.get(path), others.byPath.get(path)));
    return paths;
  }
}
