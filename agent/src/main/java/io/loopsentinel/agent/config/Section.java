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
 * A mapping that is read key by key. The keys that a reader requests are the known ones: any other
 * key is reported when the reader is done.
 *
 * <p>An invalid value is reported, and reading continues as if it were absent, so that all problems
 * of a file are reported together.
 */
final class Section {

  private final String path;
  private final Mapping mapping;
  private final ExternalSettings settings;
  private final Problems problems;
  private final Set<String> requestedKeys = new LinkedHashSet<>();
  private final List<String> paths = new ArrayList<>();

  /** Creates a section of a mapping or null; {@code settings} override the values in it. */
  Section(String path, ConfigNode node, ExternalSettings settings, Problems problems) {
    this.path = path;
    this.settings = settings;
    this.problems = problems;
    if (node instanceof Mapping written) {
      this.mapping = written;
    } else {
      this.mapping = Mapping.empty(node.origin());
      if (!node.isNull()) {
        error(origin(), path + ": expected a mapping of keys, found " + node.describe());
      }
    }
  }

  /** Applies a reader, which must request every known key, then reports all other keys. */
  <T> T read(Function<Section, T> reader) {
    T value = reader.apply(this);
    for (String key : writtenKeys()) {
      if (!requestedKeys.contains(key)) {
        String near = Wording.didYouMean(key, requestedKeys);
        String advice =
            near.isEmpty() ? "; expected " + Wording.oneOf(List.copyOf(requestedKeys)) : near;
        keyError(key, "unknown key " + Wording.quoted(key) + " in " + path + advice);
      }
    }
    return value;
  }

  Section child(@Nullable ConfigNode node, String childPath) {
    ConfigNode written = node == null ? Mapping.empty(origin()) : node;
    return new Section(childPath, written, settings, problems);
  }

  Origin origin() {
    return mapping.origin();
  }

  String path() {
    return path;
  }

  String pathOf(String key) {
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

  Set<String> writtenKeys() {
    return mapping.values().keySet();
  }

  /** Returns whether a key is written or set outside the file, with or without a value. */
  boolean has(String key) {
    return value(key) != null;
  }

  /** Returns the origin of the value of a key; that of the section if it is absent. */
  Origin originOf(String key) {
    ConfigNode node = value(key);
    return node == null ? origin() : node.origin();
  }

  /** Returns the origin of a key itself; that of the section if it is absent. */
  Origin originOfKey(String key) {
    Scalar set = settings.find(pathOf(key));
    return set == null ? mapping.originOfKey(key) : set.origin();
  }

  @Nullable ConfigNode node(String key) {
    if (requestedKeys.add(key)) {
      paths.add(pathOf(key));
    }
    return value(key);
  }

  private @Nullable ConfigNode value(String key) {
    ConfigNode set = settings.find(pathOf(key));
    return set != null || settings.isReplaced(pathOf(key)) ? set : mapping.values().get(key);
  }

  /** Applies a reader to the section under a key; to an empty section if it is absent. */
  <T> T section(String key, Function<Section, T> reader) {
    requestedKeys.add(key);
    Section section = child(mapping.values().get(key), pathOf(key));
    T value = section.read(reader);
    paths.addAll(section.paths);
    return value;
  }

  /** Applies a reader to each section in the list under a key. */
  <T> List<T> sections(String key, String example, Function<Section, T> reader) {
    List<T> values = new ArrayList<>();
    ConfigNode node = node(key);
    if (node != null && !node.isNull()) {
      for (ConfigNode item : items(key, "a list (" + example + ")").orElse(List.of())) {
        values.add(child(item, pathOf(key) + "[" + values.size() + "]").read(reader));
      }
    }
    return values;
  }

  /** Applies a reader to each section in the mapping under a key; returns the results by name. */
  <T> Map<String, T> sectionsByName(String key, Function<Section, T> reader) {
    Map<String, T> values = new LinkedHashMap<>();
    Section names = child(node(key), pathOf(key));
    for (String name : names.writtenKeys()) {
      values.put(name, names.section(name, reader));
    }
    return values;
  }

  /** Returns the mapping under a key as JSON values by name; empty if it is absent. */
  Optional<Map<String, @Nullable Object>> jsonObject(String key) {
    return Optional.ofNullable(node(key)).map(node -> child(node, pathOf(key)).mapping.toJson());
  }

  Origin originOfName(String key, String name) {
    return mapping.values().get(key) instanceof Mapping names ? names.originOfKey(name) : origin();
  }

  boolean flag(String key, boolean fallback) {
    return get(key, ScalarType.FLAG, fallback);
  }

  int integer(String key, int min, int max, int fallback) {
    return get(key, ScalarType.integer(min, max).map(Math::toIntExact), fallback);
  }

  <E extends Enum<E>> E enumValue(String key, E fallback) {
    return get(key, ScalarType.ofEnum(fallback.getDeclaringClass()), fallback);
  }

  Duration duration(String key, String max, String example, Duration fallback) {
    return get(key, ScalarType.duration(max, example), fallback);
  }

  Optional<String> text(String key) {
    return find(key, ScalarType.TEXT);
  }

  <T> T get(String key, ScalarType<T> type, T fallback) {
    return find(key, type).orElse(fallback);
  }

  <T> Optional<T> find(String key, ScalarType<T> type) {
    ConfigNode node = node(key);
    return node == null ? Optional.empty() : type.read(pathOf(key), node, problems);
  }

  <T> Optional<T> require(String key, ScalarType<T> type) {
    if (!has(key)) {
      error(origin(), path + " lacks the key " + Wording.quoted(key));
    }
    return find(key, type);
  }

  /** Returns the list under a key, if present; {@code expected} describes it in messages. */
  <T> Optional<List<T>> list(String key, ScalarType<T> type, String expected) {
    return items(key, expected).map(items -> values(items, key, type));
  }

  /** Like {@link #list}, but reports an empty list and never returns one. */
  <T> Optional<List<T>> nonEmptyList(String key, ScalarType<T> type, String example) {
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
      error(key, ": expected " + expected + ", found " + node.describe());
    }
    return Optional.empty();
  }

  private <T> List<T> values(List<ConfigNode> items, String key, ScalarType<T> type) {
    return items.stream().flatMap(item -> type.read(pathOf(key), item, problems).stream()).toList();
  }

  void requireAtMost(String lower, int low, String upper, int high) {
    if (low > high) {
      error(
          originOf(has(lower) ? lower : upper),
          "%s (%s) must not be greater than %s (%s)".formatted(pathOf(lower), low, upper, high));
    }
  }

  /** Reports an error in the value of a key; the message is appended to the path of the key. */
  void error(String key, String message) {
    error(originOf(key), pathOf(key) + message);
  }

  void keyError(String key, String message) {
    error(originOfKey(key), message);
  }

  void error(Origin origin, String message) {
    problems.error(origin, message);
  }

  /** Warns about the value of a key; the message is appended to the path of the key. */
  void warning(String key, String message) {
    warning(originOf(key), pathOf(key) + message);
  }

  void warning(Origin origin, String message) {
    problems.warning(origin, message);
  }
}
