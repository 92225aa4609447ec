package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Mapping;
import io.loopsentinel.agent.config.ConfigNode.Scalar;
import io.loopsentinel.agent.config.ConfigNode.Sequence;
import io.loopsentinel.agent.config.ConfigNode.Style;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A mapping, read key by key. The keys that a reader asks for are those that there are: any other
 * is reported when the reader is done.
 *
 * <p>Whatever does not fit is reported, and reading goes on as if it were not there, so that all
 * problems of a file come to light at once.
 */
final class Section {

  private final String path;
  private final Mapping mapping;
  private final Settings settings;
  private final Problems problems;
  private final Set<String> keys = new LinkedHashSet<>();
  private final List<String> paths = new ArrayList<>();

  /** Creates a section of a mapping or nothing; settings count more than what is written. */
  Section(String path, ConfigNode node, Settings settings, Problems problems) {
    this.path = path;
    this.settings = settings;
    this.problems = problems;
    if (node instanceof Mapping written) {
      this.mapping = written;
    } else {
      this.mapping = Mapping.empty(node.origin());
      if (!node.isNothing()) {
        error(origin(), path + ": expected a mapping of keys, found " + node.described());
      }
    }
  }

  /** Returns what a reader makes of this section; it asks for all keys, written or not. */
  <T> T read(Function<Section, T> reader) {
    T value = reader.apply(this);
    for (String key : written()) {
      if (!keys.contains(key)) {
        String near = Wording.didYouMean(key, keys);
        String advice = near.isEmpty() ? "; it takes " + Wording.oneOf(List.copyOf(keys)) : near;
        keyError(key, "unknown key " + Wording.quoted(key) + " in " + path + advice);
      }
    }
    return value;
  }

  Section child(@Nullable ConfigNode node, String itsPath) {
    ConfigNode written = node == null ? Mapping.empty(origin()) : node;
    return new Section(itsPath, written, settings, problems);
  }

  Origin origin() {
    return mapping.origin();
  }

  String path() {
    return path;
  }

  String nested(String key) {
    return path.equals(DocumentReader.ROOT) || path.equals(Profiles.PROFILE)
        ? key
        : path + "." + key;
  }

  @Nullable Map<String, String> environment() {
    return settings.environment();
  }

  List<String> paths() {
    return paths;
  }

  Set<String> written() {
    return mapping.values().keySet();
  }

  /** Whether a key is written or set elsewhere, with or without a value. */
  boolean has(String key) {
    return value(key) != null;
  }

  /** Where the value of a key stands, or else the section. */
  Origin originOf(String key) {
    ConfigNode node = value(key);
    return node == null ? origin() : node.origin();
  }

  /** Where a key stands, or else the section. */
  Origin originOfKey(String key) {
    Scalar set = settings.find(nested(key));
    return set == null ? mapping.originOfKey(key) : set.origin();
  }

  @Nullable ConfigNode node(String key) {
    if (keys.add(key)) {
      paths.add(nested(key));
    }
    return value(key);
  }

  private @Nullable ConfigNode value(String key) {
    ConfigNode set = settings.find(nested(key));
    return set != null || settings.replace(nested(key)) ? set : mapping.values().get(key);
  }

  /** Returns what a reader makes of the section under a key, an empty one where it is absent. */
  <T> T section(String key, Function<Section, T> reader) {
    keys.add(key);
    Section section = child(mapping.values().get(key), nested(key));
    T value = section.read(reader);
    paths.addAll(section.paths);
    return value;
  }

  /** Returns what a reader makes of each section in the list under a key. */
  <T> List<T> sections(String key, String example, Function<Section, T> reader) {
    List<T> values = new ArrayList<>();
    ConfigNode node = node(key);
    if (node != null && !node.isNothing()) {
      for (ConfigNode item : items(key, "a list (" + example + ")").orElse(List.of())) {
        values.add(child(item, nested(key) + "[" + values.size() + "]").read(reader));
      }
    }
    return values;
  }

  /** Returns by its name what a reader makes of each section in the mapping under a key. */
  <T> Map<String, T> named(String key, Function<Section, T> reader) {
    Map<String, T> values = new LinkedHashMap<>();
    Section names = child(node(key), nested(key));
    for (String name : names.written()) {
      values.put(name, names.section(name, reader));
    }
    return values;
  }

  /** Returns the values in the mapping under a key as JSON has them, by name, if it is written. */
  Optional<Map<String, @Nullable Object>> json(String key) {
    return Optional.ofNullable(node(key)).map(node -> child(node, nested(key)).mapping.json());
  }

  Origin originOfName(String key, String name) {
    return mapping.values().get(key) instanceof Mapping names ? names.originOfKey(name) : origin();
  }

  boolean flag(String key, boolean otherwise) {
    return get(key, ScalarType.FLAG, otherwise);
  }

  int whole(String key, int least, int greatest, int otherwise) {
    return get(key, ScalarType.whole(least, greatest).map(Math::toIntExact), otherwise);
  }

  <E extends Enum<E>> E constant(String key, E otherwise) {
    return get(key, ScalarType.constantOf(otherwise.getDeclaringClass()), otherwise);
  }

  Duration time(String key, String longest, String example, Duration otherwise) {
    return get(key, ScalarType.time(longest, example), otherwise);
  }

  Optional<String> text(String key) {
    return find(key, ScalarType.TEXT);
  }

  <T> T get(String key, ScalarType<T> type, T otherwise) {
    return find(key, type).orElse(otherwise);
  }

  <T> Optional<T> find(String key, ScalarType<T> type) {
    ConfigNode node = node(key);
    return node == null ? Optional.empty() : type.read(nested(key), node, problems);
  }

  <T> Optional<T> require(String key, ScalarType<T> type) {
    if (!has(key)) {
      error(origin(), path + " lacks the key " + Wording.quoted(key));
    }
    return find(key, type);
  }

  /** Returns the list of values under a key, if it is written; a message names it as expected. */
  <T> Optional<List<T>> list(String key, ScalarType<T> type, String expected) {
    return items(key, expected).map(items -> values(items, key, type));
  }

  /** As {@link #list}; reports an empty list, and returns one with values only. */
  <T> Optional<List<T>> listOfSome(String key, ScalarType<T> type, String example) {
    Optional<List<ConfigNode>> items = items(key, "a list such as " + example);
    if (items.filter(List::isEmpty).isPresent()) {
      error(key, ": expected at least one, such as " + example);
    }
    return items.map(some -> values(some, key, type)).filter(values -> !values.isEmpty());
  }

  private Optional<List<ConfigNode>> items(String key, String expected) {
    ConfigNode node = node(key);
    if (node instanceof Scalar scalar && scalar.style() == Style.UNTYPED) {
      return Optional.of(scalar.asList().items());
    }
    if (node instanceof Sequence sequence) {
      return Optional.of(sequence.items());
    }
    if (node != null) {
      error(key, ": expected " + expected + ", found " + node.described());
    }
    return Optional.empty();
  }

  private <T> List<T> values(List<ConfigNode> items, String key, ScalarType<T> type) {
    return items.stream().flatMap(item -> type.read(nested(key), item, problems).stream()).toList();
  }

  void requireOrder(String lower, int low, String upper, int high) {
    if (low > high) {
      error(
          originOf(has(lower) ? lower : upper),
          "%s (%s) must not be above %s (%s)".formatted(nested(lower), low, upper, high));
    }
  }

  /** Reports what is wrong with the value of a key; the message goes on from its path. */
  void error(String key, String message) {
    error(originOf(key), nested(key) + message);
  }

  void keyError(String key, String message) {
    error(originOfKey(key), message);
  }

  void error(Origin origin, String message) {
    problems.error(origin, message);
  }

  /** Warns of the value of a key; the message goes on from its path. */
  void warning(String key, String message) {
    warning(originOf(key), nested(key) + message);
  }

  void warning(Origin origin, String message) {
    problems.warning(origin, message);
  }
}
