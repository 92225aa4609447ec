package io.loopsentinel.targets.load;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loopsentinel.targets.load.Key.Group;
import io.loopsentinel.targets.load.Key.Other;
import io.loopsentinel.targets.load.Key.Shape;
import io.loopsentinel.targets.load.Key.Value;
import io.loopsentinel.targets.load.Key.Values;
import io.loopsentinel.targets.yaml.ConfigNode.Scalar;
import io.loopsentinel.targets.yaml.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The JSON Schema and the tables of {@code docs/configuration.md}, derived from the declarations of
 * the keys. The main method writes both files.
 */
final class SettingsReference {

  static final String SCHEMA = "sentinel-config.schema.json";
  static final String PAGE = "docs/configuration.md";
  static final String HEADER = "| Key | Default | Value | Meaning |\n|---|---|---|---|\n";

  /** A range as messages say it; the page has only its bounds. */
  private static final Pattern RANGE =
      Pattern.compile(
          "a (?:whole number|number|time|size|share) from (\\S+ to [^ ,]+)(?:,? such as .*?)?(, or"
              + " none)?");

  /** Keys of a budget that the tables of other sections explain. */
  private static final List<Key> OF_OTHER_SECTIONS =
      Key.join(BudgetReader.CAPS, List.of(PolicyReader.ACTION, PolicyReader.ESCALATION));

  /** A number that the sample needs where a budget must have one cap. */
  private static final double UNUSED = 77;

  /** A list has defaults in its items only. */
  private static final String SAMPLE =
      """
      sentinel:
        budgets: [{name: a, per: session, tokens: 77}]
        targets: [{name: a, kind: run, type: A, method: m}]
        telemetry: {webhooks: [{url: "https://alerts.example.com"}]}
      """;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<String, @Nullable Object> defaults =
      new HashMap<>(Configs.loaded(Configs.loader().read(SAMPLE, "sample")).values().byPath());

  SettingsReference() {
    defaults.keySet().removeAll(List.of("targets[0].type", "targets[0].method"));
    // What an override has of its own.
    defaults.put("overrides.NAME.exempt", false);
  }

  public static void main(String[] arguments) throws IOException {
    SettingsReference reference = new SettingsReference();
    Files.writeString(file(SCHEMA), reference.schema());
    String page = Files.readString(file(PAGE));
    for (Map.Entry<String, String> table : reference.tables().entrySet()) {
      String first = "| `" + table.getKey() + "` |";
      int row = page.indexOf("\n" + first) + 1;
      int begin = page.lastIndexOf("\n\n", row) + 2;
      int end = page.indexOf("\n\n", row) + 1;
      page = page.substring(0, begin) + table.getValue() + page.substring(end);
    }
    Files.writeString(file(PAGE), page);
  }

  static Path file(String name) {
    return Configs.inRepository(name).toPath();
  }

  String schema() throws JsonProcessingException {
    ObjectNode root = JSON.createObjectNode();
    root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    root.put("$id", "urn:loop-sentinel:configuration");
    root.put("title", "Loop Sentinel configuration");
    root.setAll(
        section("", List.of(Key.section("sentinel", "")), "See docs/configuration.md.", true));
    ((ObjectNode) root.at("/properties"))
        .set("sentinel", section("", DocumentReader.KEYS, "The root of the configuration.", true));
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
  }

  private ObjectNode section(String prefix, List<Key> keys, String meaning, boolean nullable)
      throws JsonProcessingException {
    ObjectNode section = JSON.createObjectNode();
    section.put("description", meaning);
    addType(section, "object", nullable);
    section.put("additionalProperties", false);
    ObjectNode properties = section.putObject("properties");
    List<String> names = new ArrayList<>();
    List<String> required = new ArrayList<>();
    for (Key key : keys) {
      names.add(key.name());
      properties.set(key.name(), property(prefix + key.name(), key));
      if (key instanceof Value value && value.required()) {
        required.add(key.name());
      }
    }
    if (!required.isEmpty()) {
      section.set("required", JSON.valueToTree(required));
    }
    for (List<String> pair : List.of(List.of("action", "escalation"), List.of("ignore", "only"))) {
      if (names.containsAll(pair)) {
        section.putObject("not").set("required", JSON.valueToTree(pair));
      }
    }
    if (keys.equals(TargetsReader.KEYS.keys())) {
      ArrayNode either = section.putArray("anyOf");
      either.addObject().putArray("required").add("type").add("method");
      either.addObject().putArray("required").add("annotated_with");
    }
    if (keys.equals(DetectorsReader.KEYS.keys())) {
      section
          .putObject("patternProperties")
          .putObject("^[a-z][a-z0-9_]*$")
          .putArray("type")
          .add("object")
          .add("array")
          .add("null");
    }
    return section;
  }

  private ObjectNode property(String path, Key key) throws JsonProcessingException {
    if (key instanceof Group group) {
      return group(path, group);
    }
    ObjectNode property = JSON.createObjectNode();
    property.put("description", key.meaning());
    if (key instanceof Value value) {
      property.setAll((ObjectNode) JSON.readTree(value.type().schema()));
    } else if (key instanceof Values values) {
      addType(property, "array", false);
      property.set("items", JSON.readTree(values.type().schema()));
      if (values.atLeastOne()) {
        property.put("minItems", 1);
      }
    } else if (key instanceof Other other) {
      property.setAll((ObjectNode) JSON.readTree(other.schema()));
    }
    Object value = defaultOf(path, key);
    if (value != null && !value.equals(List.of())) {
      property.set("default", JSON.valueToTree(value));
    }
    return property;
  }

  private ObjectNode group(String path, Group group) throws JsonProcessingException {
    if (group.shape() == Shape.SECTION) {
      return section(path + ".", group.keys(), group.meaning(), true);
    }
    ObjectNode all = JSON.createObjectNode();
    all.put("description", group.meaning());
    boolean isList = group.shape() == Shape.LIST;
    addType(all, isList ? "array" : "object", true);
    String prefix = path + (isList ? "[0]." : ".NAME.");
    String meaning = isList ? "An entry." : "Absent keys are inherited.";
    all.set(
        isList ? "items" : "additionalProperties", section(prefix, group.keys(), meaning, !isList));
    return all;
  }

  private static void addType(ObjectNode node, String type, boolean nullable) {
    if (nullable) {
      node.putArray("type").add(type).add("null");
    } else {
      node.put("type", type);
    }
  }

  /** Returns the default of a key as a JSON value, or null if it has none. */
  private @Nullable Object defaultOf(String path, Key key) {
    Object value = defaults.get(path);
    boolean required = key instanceof Value single && single.required();
    if (value == null || required) {
      return null;
    }
    if (value instanceof List<?> list) {
      return list.stream().map(each -> print(each, ((Values) key).type())).toList();
    }
    return key instanceof Value one ? print(value, one.type()) : value;
  }

  private static Object print(Object value, ScalarType<?> type) {
    for (String choice : type.choices()) {
      Scalar scalar = Scalar.untyped(new Origin("here", 0, 0), choice);
      if (value.equals(type.parser().apply(scalar)) || value.equals(UNUSED)) {
        return choice;
      }
    }
    if (type.equals(ScalarType.FILE_SIZE)) {
      return ((Long) value >> 20) + "MB";
    }
    if (value instanceof Duration duration) {
      return duration.toString().substring(2).toLowerCase(Locale.ROOT);
    }
    return value instanceof Number || value instanceof Boolean ? value : value.toString();
  }

  /** Returns the tables by their first key. */
  Map<String, String> tables() {
    Map<String, String> tables = new LinkedHashMap<>();
    List<Key> single = DocumentReader.KEYS.stream().filter(key -> !(key instanceof Group)).toList();
    add("", single, tables);
    for (Key key : DocumentReader.KEYS) {
      if (key.equals(OverridesReader.KEYS)) {
        add("overrides.NAME.", OverridesReader.OVERRIDE, tables);
      } else if (key instanceof Group group && !key.equals(TargetsReader.KEYS)) {
        String suffix = group.shape() == Shape.LIST ? "[0]." : ".";
        add(group.name() + suffix, group.keys(), tables);
      }
    }
    return tables;
  }

  private void add(String prefix, List<Key> keys, Map<String, String> tables) {
    List<String> rows = new ArrayList<>();
    if (keys.equals(DetectorsReader.KEYS.keys())) {
      for (Key key : DetectorsReader.COMMON_KEYS) {
        rows.add(row("detectors.repeat.", key).replace("repeat", "NAME"));
      }
    }
    addRows(prefix, keys, rows);
    String first = rows.get(0).split("`", 3)[1];
    tables.put(first, HEADER + String.join("", rows));
  }

  private void addRows(String prefix, List<Key> keys, List<String> rows) {
    for (Key key : keys) {
      boolean isCommon =
          (prefix.startsWith("detectors.") && DetectorsReader.COMMON_KEYS.contains(key))
              || (prefix.startsWith("budgets") && OF_OTHER_SECTIONS.contains(key));
      if (key instanceof Group group && group.shape() == Shape.SECTION) {
        addRows(prefix + group.name() + ".", group.keys(), rows);
      } else if (!isCommon && !(key instanceof Group)) {
        rows.add(row(prefix, key));
      }
    }
  }

  private String row(String prefix, Key key) {
    Object value = defaultOf(prefix + key.name(), key);
    boolean required = key instanceof Value single && single.required();
    String text =
        value instanceof List<?> list
            ? list.stream().map(Object::toString).collect(Collectors.joining(", "))
            : value == null ? "" : value.toString();
    String path = prefix.replaceFirst("overrides\\.NAME\\.|.*\\[0]\\.", "") + key.name();
    return "| `%s` | %s | %s | %s |\n"
        .formatted(
            path,
            required ? "required" : text.isEmpty() ? "" : "`" + text + "`",
            bounds(key.expected()),
            key.meaning());
  }

  private static String bounds(String expected) {
    Matcher range = RANGE.matcher(expected);
    return range.matches()
        ? range.group(1) + Objects.requireNonNullElse(range.group(2), "")
        : expected;
  }
}
