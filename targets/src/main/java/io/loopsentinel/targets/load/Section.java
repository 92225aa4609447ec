package io.loopsentinel.targets.load;

import static java.util.Objects.requireNonNull;

import io.loopsentinel.targets.load.Key.Group;
import io.loopsentinel.targets.load.Key.Shape;
import io.loopsentinel.targets.load.Key.Value;
import io.loopsentinel.targets.load.Key.Values;
import io.loopsentinel.targets.text.Wording;
import io.loopsentinel.targets.yaml.ConfigNode;
import io.loopsentinel.targets.yaml.ConfigNode.Mapping;
import io.loopsentinel.targets.yaml.ConfigNode.Scalar;
import io.loopsentinel.targets.yaml.ConfigNode.Sequence;
import io.loopsentinel.targets.yaml.ConfigNode.Style;
import io.loopsentinel.targets.yaml.Origin;
import io.loopsentinel.targets.yaml.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A mapping that is read key by key, by the declarations of its keys. Any other key is reported
 * when the document has been read, unless it was requested as the name of an extension.
 *
 * <p>An invalid value is reported, and reading continues as if it were absent, so that all problems
 * of a file are reported together.
 */
final class Section {

  /** The notations in which a text can be a list. */
  private static final Set<Style> LISTS = Set.of(Style.UNTYPED, Style.VARIABLE);

  private final String path;
  private final Mapping mapping;
  private final Map<String, Key> keys = new LinkedHashMap<>();
  private final Context context;

  /** Names of extensions that were requested. */
  private final Set<String> requestedNames = new LinkedHashSet<>();

  /**
   * The state shared by the sections of a document.
   *
   * @param settings override the values in the document
   * @param values filled with the effective value of each key by its path; {@code null} if nobody
   *     asks for them
   * @param opened the sections whose keys are checked at the end
   */
  record Context(
      ExternalSettings settings,
      Problems problems,
      @Nullable Map<String, @Nullable Object> values,
      List<Section> opened) {

    /** Returns the context of a document that nothing outside overrides. */
    static Context of(Problems problems) {
      return new Context(ExternalSettings.NONE, problems, null, new ArrayList<>());
    }

    /** Reports all unknown keys, when all sections have been read. */
    void finish() {
      opened.forEach(Section::finish);
    }
  }

  /** Creates a section of a mapping or null. */
  Section(String path, ConfigNode node, List<Key> keys, Context context) {
    this.path = path;
    this.context = context;
    keys.forEach(key -> this.keys.put(key.name(), key));
    if (node instanceof Mapping written) {
      this.mapping = written;
    } else {
      this.mapping = Mapping.empty(node.origin());
      if (!node.isNull()) {
        error(origin(), path + ": expected a mapping of keys, found " + node.describe());
      }
    }
  }

  private void finish() {
    Set<String> known = new LinkedHashSet<>(keys.keySet());
    known.addAll(requestedNames);
    for (String key : writtenKeys()) {
      if (!known.contains(key)) {
        String near = Wording.didYouMean(key, known);
        keyError(
            key,
            "unknown key %s in %s%s"
                .formatted(
                    Wording.quoted(key),
                    path,
                    near.isEmpty() ? sectionOf(key).orElseGet(() -> expected(known)) : near));
      }
    }
    if (context.values() != null) {
      known.forEach(each -> recordUnlessRead(each, context.values()));
    }
  }

  /** Returns advice if the key is one of the section default, or of one other section alone. */
  private Optional<String> sectionOf(String key) {
    List<String> sections = ExternalSettings.sectionsOf(key);
    String defaults = PolicyReader.DEFAULT.name();
    boolean isDefault = sections.contains(defaults);
    return (isDefault || sections.size() == 1) && !path.equals(Profiles.PROFILE)
        ? Optional.of(
            "; put it under the key " + Wording.quoted(isDefault ? defaults : sections.get(0)))
        : Optional.empty();
  }

  private static String expected(Set<String> known) {
    return known.isEmpty()
        ? "; only an extension adds keys to it, whose jar is named under extensions"
        : "; expected " + Wording.oneOf(List.copyOf(known));
  }

  /** Records the value of a key as it is written, if its reader has not recorded another. */
  private void recordUnlessRead(String key, Map<String, @Nullable Object> values) {
    boolean isSection = keys.get(key) instanceof Group group && group.shape() == Shape.SECTION;
    if (!isSection && !values.containsKey(pathOf(key))) {
      ConfigNode node = value(key);
      values.put(pathOf(key), node == null ? null : node.toJson());
    }
  }

  /** Records the effective value of a key, which a reload compares. */
  void record(String key, @Nullable Object value) {
    if (context.values() != null) {
      context.values().put(pathOf(key), value);
    }
  }

  /** Returns a section of a node, with the keys that it may have; empty if there is no node. */
  Section child(@Nullable ConfigNode node, String childPath, List<Key> childKeys) {
    ConfigNode written = node == null ? Mapping.empty(origin()) : node;
    return new Section(childPath, written, childKeys, context);
  }

  /** Returns this section, and has its unknown keys reported at the end. */
  Section opened() {
    context.opened().add(this);
    return this;
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
    Scalar set = context.settings().find(pathOf(key));
    return set == null ? mapping.originOfKey(key) : set.origin();
  }

  @Nullable ConfigNode node(String key) {
    if (!keys.containsKey(key)) {
      requestedNames.add(key);
    }
    return value(key);
  }

  private @Nullable ConfigNode value(String key) {
    ConfigNode set = context.settings().find(pathOf(key));
    return set != null || context.settings().isReplaced(pathOf(key))
        ? set
        : mapping.values().get(key);
  }

  /** Returns the section under a key; an empty one if it is absent. */
  Section section(String key) {
    return child(mapping.values().get(key), pathOf(key), childKeys(key)).opened();
  }

  /** Returns the sections in the list under a key. */
  List<Section> sections(String key) {
    List<Section> sections = new ArrayList<>();
    ConfigNode node = node(key);
    if (node != null && !node.isNull()) {
      for (ConfigNode item : items(key).orElse(List.of())) {
        String name = pathOf(key) + "[" + sections.size() + "]";
        sections.add(child(item, name, childKeys(key)).opened());
      }
    }
    return sections;
  }

  /** Returns the sections in the mapping under a key. There may be many, so none is recorded. */
  Map<String, Section> sectionsByName(String key) {
    Map<String, Section> sections = new LinkedHashMap<>();
    Section names = child(node(key), pathOf(key), List.of());
    Context unrecorded =
        new Context(context.settings(), context.problems(), null, context.opened());
    for (Map.Entry<String, ConfigNode> each : names.mapping.values().entrySet()) {
      String name = names.pathOf(each.getKey());
      Section section = new Section(name, each.getValue(), childKeys(key), unrecorded);
      sections.put(each.getKey(), section.opened());
    }
    return sections;
  }

  /** Returns the mapping under a key as JSON values by name; empty if it is absent. */
  Optional<Map<String, @Nullable Object>> jsonObject(String key) {
    return Optional.ofNullable(node(key))
        .map(node -> child(node, pathOf(key), List.of()).mapping.toJson());
  }

  Origin originOfName(String key, String name) {
    return mapping.values().get(key) instanceof Mapping names ? names.originOfKey(name) : origin();
  }

  /** Returns the value of a key, or a fallback of the same type if it is absent or invalid. */
  <T> T get(String key, T fallback) {
    return get(key, this.<T>typeOf(key), fallback);
  }

  /** Like {@link #get(String, Object)}, with a type that depends on other settings. */
  <T> T get(String key, ScalarType<T> type, T fallback) {
    T value = find(key, type).orElse(fallback);
    record(key, value);
    return value;
  }

  <T> Optional<T> find(String key) {
    return find(key, this.<T>typeOf(key));
  }

  private <T> Optional<T> find(String key, ScalarType<T> type) {
    if (keys.get(key) instanceof Value value && value.required()) {
      requirePresent(key);
    }
    ConfigNode node = node(key);
    return node == null ? Optional.empty() : type.read(pathOf(key), node, context.problems());
  }

  /** Returns the value of a key; reports if it is absent. */
  <T> Optional<T> require(String key) {
    requirePresent(key);
    return find(key);
  }

  void requirePresent(String key) {
    if (!has(key)) {
      error(origin(), path + " lacks the key " + Wording.quoted(key));
    }
  }

  /** Returns the type of a value; callers use it as declared. */
  @SuppressWarnings("unchecked")
  private <T> ScalarType<T> typeOf(String key) {
    Key declared = keys.get(key);
    if (declared instanceof Values values) {
      return (ScalarType<T>) values.type();
    }
    if (declared instanceof Value value) {
      return (ScalarType<T>) value.type();
    }
    throw new IllegalArgumentException("no value is declared: " + pathOf(key));
  }

  private List<Key> childKeys(String key) {
    return keys.get(key) instanceof Group group ? group.keys() : List.of();
  }

  /** Returns the list under a key, if present. */
  <T> Optional<List<T>> list(String key) {
    return list(key, this.<T>typeOf(key));
  }

  /** Returns the list under a key, or a fallback if it is absent or invalid. */
  <T> List<T> list(String key, List<T> fallback) {
    List<T> value = this.<T>list(key).orElse(fallback);
    record(key, value);
    return value;
  }

  /** Like {@link #list(String)}, with a type that depends on other settings. */
  <T> Optional<List<T>> list(String key, ScalarType<T> type) {
    Optional<List<ConfigNode>> items = items(key);
    if (items.isEmpty()) {
      return Optional.empty();
    }
    List<T> list = new ArrayList<>();
    for (ConfigNode item : items.get()) {
      type.read(pathOf(key), item, context.problems()).ifPresent(list::add);
    }
    if (!(keys.get(key) instanceof Values values) || !values.atLeastOne()) {
      return Optional.of(List.copyOf(list));
    }
    if (items.get().isEmpty()) {
      error(key, ": expected at least one, such as " + values.example());
    }
    return list.isEmpty() ? Optional.empty() : Optional.of(List.copyOf(list));
  }

  private Optional<List<ConfigNode>> items(String key) {
    ConfigNode node = node(key);
    if (node instanceof Scalar scalar && LISTS.contains(scalar.style())) {
      return Optional.of(scalar.asList().items());
    }
    if (node instanceof Sequence sequence) {
      return Optional.of(sequence.items());
    }
    if (node != null && !(node instanceof Scalar scalar && scalar.isUnresolved())) {
      error(
          key,
          ": expected " + requireNonNull(keys.get(key)).expected() + ", found " + node.describe());
    }
    return Optional.empty();
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
    context.problems().error(origin, message);
  }

  /** Warns of all written keys except some; the reason is appended to the path of each. */
  void warnOfOthers(Set<String> used, String reason) {
    for (String key : writtenKeys()) {
      if (!used.contains(key)) {
        warning(originOfKey(key), pathOf(key) + reason);
      }
    }
  }

  /** Warns about the value of a key; the message is appended to the path of the key. */
  void warning(String key, String message) {
    warning(originOf(key), pathOf(key) + message);
  }

  void warning(Origin origin, String message) {
    context.problems().warning(origin, message);
  }
}
