package io.loopsentinel.engine.settings;

import io.loopsentinel.engine.text.Printable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Values by names and globs; the most specific match counts.
 *
 * <p>A model makes up the names that are looked up, so their length is bounded: one of more than
 * {@value #MAX_NAME_LENGTH} characters counts as its first {@value #MAX_NAME_LENGTH}. Immutable and
 * thread-safe.
 */
public final class GlobMap<V> {

  /**
   * Number of characters of a name that count. Model providers allow 64 to 128; sessions keep as
   * many of a long name, so a name that was cut there has the same value.
   */
  public static final int MAX_NAME_LENGTH = 200;

  /** Maximum number of globs with wildcards in a configuration: each name is compared with all. */
  public static final int MAX_WILDCARDS = 1_000;

  private final Map<Glob, V> values;
  private final Map<String, V> byName = new HashMap<>();
  private final List<Map.Entry<Glob, V>> wildcards = new ArrayList<>();

  public GlobMap(Map<Glob, ? extends V> values) {
    this.values = Map.copyOf(values);
    this.values.forEach(
        (glob, value) -> {
          if (glob.isExact()) {
            byName.put(glob.text(), value);
          } else {
            wildcards.add(Map.entry(glob, value));
          }
        });
    wildcards.sort(Comparator.comparing(Map.Entry::getKey));
  }

  /** Returns the value of the most specific match, or {@code null} if none matches. */
  public @Nullable V find(String name) {
    String bounded = bounded(name);
    V exact = byName.get(bounded);
    if (exact != null) {
      return exact;
    }
    for (Map.Entry<Glob, V> each : wildcards) {
      if (each.getKey().matches(bounded)) {
        return each.getValue();
      }
    }
    return null;
  }

  /** Returns the part of a name that counts. */
  public static String bounded(String name) {
    return name.substring(0, Printable.end(name, MAX_NAME_LENGTH));
  }

  public int size() {
    return values.size();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GlobMap<?> map && values.equals(map.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  /** Returns the same text in each JVM, unlike an unordered map. */
  @Override
  public String toString() {
    return new TreeMap<>(values).toString();
  }
}
