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
 * What was seen of the values of one expression. Thread-safe; bounded.
 *
 * <p>No value is kept but names of tools, told by their form: of others, their hashes and types.
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

  /** Returns what was seen of an expression in several methods. */
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

  /** Returns how many were names of tools, by their form. */
  synchronized int named() {
    return named;
  }

  /** Returns how many different names were seen. */
  synchronized int names() {
    return names.size();
  }

  /** Returns how many were {@code null}. */
  synchronized int missing() {
    return missing;
  }

  /** Returns how many were objects: maps, or JSON text of one. */
  synchronized int objects() {
    return objects;
  }

  /** Returns how many different values were seen, up to a bound. */
  synchronized int different() {
    return different.size();
  }

  /** Whether nothing was in any of them. */
  synchronized boolean areEmpty() {
    return missing == count || shapes.stream().allMatch(Shapes::isEmpty);
  }

  /** Returns the names, and how often each was seen. */
  synchronized String nameList() {
    return names.entrySet().stream()
        .map(each -> each.getKey() + " (" + each.getValue() + ")")
        .collect(Collectors.joining(", "));
  }

  /** Returns the types of the values, and the keys of objects. */
  synchronized String shapeList() {
    return String.join(" or ", shapes);
  }
}
