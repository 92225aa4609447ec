package io.loopsentinel.tools.discover;

import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.identity.IdentityRule;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Statistics about the values of one expression. Thread-safe; bounded.
 *
 * <p>Of all values, only texts that look like names of tools are kept. Of other values, only hashes
 * and types are.
 */
final class Values {

  private static final Fingerprinter FINGERPRINTER =
      new Fingerprinter(FieldAccess.toOpenPackages());
  private static final int MAX_DIFFERENT = 1_000;
  private static final int MAX_NAMES = 20;
  private static final int MAX_SHAPES = 5;

  private final Map<String, Integer> names = new TreeMap<>();
  private final Set<String> shapes = new TreeSet<>();
  private final Set<Fingerprint> different = new HashSet<>();
  private int count;
  private int named;
  private int missing;
  private int objects;

  /** Returns the combined statistics of an expression in several methods. */
  static Values of(Collection<Values> parts) {
    Values all = new Values();
    parts.forEach(all::addAll);
    return all;
  }

  /** Adds a value that may be a tool's name. */
  synchronized void addName(@Nullable Object value) {
    add(value);
    if (value != null && Shapes.isIdentifier(value.toString())) {
      named++;
      addName(value.toString(), 1);
    }
  }

  synchronized void add(@Nullable Object value) {
    count++;
    if (value == null) {
      missing++;
      return;
    }
    String shape = Shapes.of(value);
    if (shapes.size() < MAX_SHAPES) {
      shapes.add(shape);
    }
    if (shape.endsWith("}")) {
      objects++;
    }
    if (different.size() < MAX_DIFFERENT) {
      different.add(FINGERPRINTER.fingerprint("", value, IdentityRule.ALL_ARGUMENTS));
    }
  }

  private synchronized void addAll(Values other) {
    synchronized (other) {
      count += other.count;
      named += other.named;
      missing += other.missing;
      objects += other.objects;
      other.names.forEach(this::addName);
      shapes.addAll(other.shapes);
      different.addAll(other.different);
    }
  }

  private void addName(String name, int times) {
    if (names.size() < MAX_NAMES || names.containsKey(name)) {
      names.merge(name, times, Integer::sum);
    }
  }

  synchronized int count() {
    return count;
  }

  /** Returns the number of values that looked like names of tools. */
  synchronized int named() {
    return named;
  }

  /** Returns the number of different names. */
  synchronized int names() {
    return names.size();
  }

  /** Returns the number of {@code null} values. */
  synchronized int missing() {
    return missing;
  }

  /** Returns the number of objects: maps, or JSON texts of objects. */
  synchronized int objects() {
    return objects;
  }

  /** Returns the number of different values, up to a bound. */
  synchronized int different() {
    return different.size();
  }

  /** Returns whether all values were {@code null} or empty. */
  synchronized boolean areEmpty() {
    return missing == count || shapes.stream().allMatch(Shapes::isEmpty);
  }

  /** Returns the names with their counts. */
  synchronized String nameList() {
    return names.entrySet().stream()
        .map(each -> each.getKey() + " (" + each.getValue() + ")")
        .collect(Collectors.joining(", "));
  }

  /** Returns the types of the values, with the keys of objects. */
  synchronized String shapeList() {
    return String.join(" or ", shapes);
  }
}
