package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Entry;
import io.loopsentinel.agent.config.ConfigNode.Mapping;
import io.loopsentinel.agent.config.ConfigNode.Scalar;
import io.loopsentinel.agent.config.ConfigNode.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A mapping with known keys, read key by key.
 *
 * <p>Whatever does not fit is reported, and reading goes on as if it were not there, so that all
 * problems of a file come to light at once.
 */
final class Section {

  private final String path;
  private final List<String> keys;
  private final Mapping mapping;
  private final Problems problems;

  private Section(String path, List<String> keys, Mapping mapping, Problems problems) {
    this.path = path;
    this.keys = keys;
    this.mapping = mapping;
    this.problems = problems;
  }

  /**
   * Opens a node as a section and reports the keys that it does not have.
   *
   * @param path how messages name the section
   * @param keys all keys of the section
   */
  static Section of(ConfigNode node, String path, List<String> keys, Problems problems) {
    Section section = new Section(path, keys, mappingIn(node, path, problems), problems);
    section.mapping.entries().forEach(section::checkKnown);
    return section;
  }

  /** Returns a node's mapping; an empty one for nothing, and for what is no mapping. */
  static Mapping mappingIn(ConfigNode node, String path, Problems problems) {
    if (node instanceof Mapping mapping) {
      return mapping;
    }
    if (!node.isNothing()) {
      problems.error(
          node.origin(), path + ": expected a mapping of keys, found " + node.described());
    }
    return Mapping.empty(node.origin());
  }

  /** Where the section stands. */
  Origin origin() {
    return mapping.origin();
  }

  /** How messages name the section. */
  String path() {
    return path;
  }

  Problems problems() {
    return problems;
  }

  /** Whether a key is written, with or without a value. */
  boolean has(String key) {
    return mapping.entries().containsKey(key);
  }

  /** Where the value of a key stands; where the section stands if the key is not written. */
  Origin originOf(String key) {
    ConfigNode node = node(key);
    return node == null ? origin() : node.origin();
  }

  /** Where a key stands; where the section stands if it is not written. */
  Origin originOfKey(String key) {
    return mapping.originOfKey(key);
  }

  /** Returns the value of a key, or {@code null} where it is not written. */
  @Nullable ConfigNode node(String key) {
    if (!keys.contains(key)) {
      throw new IllegalArgumentException(key + " is not among the keys of " + path);
    }
    Entry entry = mapping.entries().get(key);
    return entry == null ? null : entry.value();
  }

  /** Returns the section under a key, an empty one where it is not written. */
  Section section(String key, List<String> itsKeys) {
    ConfigNode node = node(key);
    return of(node == null ? Mapping.empty(origin()) : node, nested(key), itsKeys, problems);
  }

  /** Returns the mapping under a key whose own keys are names; empty where it is not written. */
  Mapping named(String key) {
    ConfigNode node = node(key);
    return node == null ? Mapping.empty(origin()) : mappingIn(node, nested(key), problems);
  }

  /** Returns the value of a key, or what holds where it is not written. */
  <T> T get(String key, ScalarType<T> type, T otherwise) {
    return find(key, type).orElse(otherwise);
  }

  /** Returns the value of a key, or {@code null} where it is not written. */
  <T> @Nullable T getOrNull(String key, ScalarType<T> type, @Nullable T otherwise) {
    return find(key, type).orElse(otherwise);
  }

  /** Returns the value of a key, if it is written and of the type. */
  <T> Optional<T> find(String key, ScalarType<T> type) {
    ConfigNode node = node(key);
    return node == null ? Optional.empty() : type.read(nested(key), node, problems);
  }

  /** Returns the value of a key that has to be written. */
  <T> Optional<T> require(String key, ScalarType<T> type) {
    if (!has(key)) {
      error(origin(), path + " lacks the key " + Wording.quoted(key));
    }
    return find(key, type);
  }

  /**
   * Returns the list of values under a key, or {@code null} where it is not written.
   *
   * @param example what a message shows as such a list
   */
  <T> @Nullable List<T> list(String key, ScalarType<T> type, String example) {
    ConfigNode node = node(key);
    if (node == null) {
      return null;
    }
    if (!(node instanceof Sequence sequence)) {
      String found = ", found " + node.described();
      error(node.origin(), nested(key) + ": expected a list such as " + example + found);
      return null;
    }
    List<T> values = new ArrayList<>();
    for (ConfigNode item : sequence.items()) {
      type.read(nested(key), item, problems).ifPresent(values::add);
    }
    return values;
  }

  /** As {@link #list}, and reports an empty one. */
  <T> @Nullable List<T> listOfSome(String key, ScalarType<T> type, String example) {
    if (node(key) instanceof Sequence sequence && sequence.items().isEmpty()) {
      error(sequence.origin(), nested(key) + ": expected at least one, such as " + example);
    }
    return list(key, type, example);
  }

  /** Reports two numbers of which the first is not to be above the second. */
  void requireOrder(String lower, int low, String upper, int high) {
    if (low > high) {
      error(
          originOf(has(lower) ? lower : upper),
          "%s (%s) must not be above %s (%s)".formatted(nested(lower), low, upper, high));
    }
  }

  /** Returns the scalar under a key, or reports that there is none. */
  Optional<Scalar> scalar(String key) {
    ConfigNode node = node(key);
    if (node == null) {
      return Optional.empty();
    }
    if (node instanceof Scalar scalar && !scalar.text().isBlank() && !scalar.isNothing()) {
      return Optional.of(scalar);
    }
    error(node.origin(), nested(key) + ": expected an expression, found " + node.described());
    return Optional.empty();
  }

  void error(Origin origin, String message) {
    problems.error(origin, message);
  }

  void warning(Origin origin, String message) {
    problems.warning(origin, message);
  }

  /** How messages name a key of this section. */
  String nested(String key) {
    return path.equals(DocumentReader.ROOT) ? key : path + "." + key;
  }

  private void checkKnown(String key, Entry entry) {
    if (!keys.contains(key)) {
      String near = Wording.didYouMean(key, keys);
      String advice = near.isEmpty() ? "; it takes " + Wording.oneOf(keys) : near;
      error(entry.key(), "unknown key " + Wording.quoted(key) + " in " + path + advice);
    }
  }
}
