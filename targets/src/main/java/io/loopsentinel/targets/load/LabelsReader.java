package io.loopsentinel.targets.load;

import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.targets.config.Label;
import io.loopsentinel.targets.config.Reading;
import io.loopsentinel.targets.load.Key.Other;
import io.loopsentinel.targets.text.Wording;
import io.loopsentinel.targets.yaml.ConfigNode;
import io.loopsentinel.targets.yaml.ConfigNode.Mapping;
import io.loopsentinel.targets.yaml.ConfigNode.Scalar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the labels of a target. */
final class LabelsReader {

  static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,39}");

  /** The name of a label or budget. Not in a reader of budgets, which needs those of policies. */
  static final ScalarType<String> NAME_TYPE =
      ScalarType.text("a name of letters, digits, - and _", NAME);

  private static final String LABELS = "labels";
  private static final int MAX_LABELS = 8;

  private static final List<Key> KEYS =
      List.of(
          Key.flag("plain").means("Whether the value itself is shown, and not its hash."),
          Key.expression("value").means("The value."));

  static final Key KEY =
      new Other(
          LABELS,
          "labels such as {agent: arg0.name}",
          """
          {"type": ["object", "null"], "maxProperties": 8,
           "propertyNames": {"pattern": "^[A-Za-z][A-Za-z0-9_-]{0,39}$"},
           "additionalProperties": {"oneOf": [
             {"type": ["string", "number", "boolean"]},
             {"type": "object", "additionalProperties": false, "required": ["value"],
              "properties": {
                "value": {"type": ["string", "number", "boolean"]},
                "plain": {"type": "boolean", "default": false}}}]}}""",
          true,
          "The labels of its calls, by name.");

  private LabelsReader() {}

  static Map<String, Label> read(Section target, ReadingsReader readings) {
    ConfigNode node = target.node(LABELS);
    if (node == null || node.isNull()) {
      return Map.of();
    }
    if (!(node instanceof Mapping mapping)) {
      target.error(
          LABELS, ": expected labels such as {agent: arg0.name}, found " + node.describe());
      return Map.of();
    }
    if (mapping.values().size() > MAX_LABELS) {
      target.error(LABELS, ": expected at most " + MAX_LABELS + " labels");
    }
    Map<String, Label> labels = new LinkedHashMap<>();
    mapping
        .values()
        .forEach(
            (name, value) -> {
              if (!NAME.matcher(name).matches()
                  || List.of(Budget.SESSION, Budget.GLOBAL).contains(name)) {
                target.error(
                    mapping.originOfKey(name),
                    target.pathOf(LABELS)
                        + ": expected the name of a label such as agent or user, found "
                        + Wording.quoted(name));
              } else {
                label(target, target.pathOf(LABELS) + "." + name, value, readings)
                    .ifPresent(label -> labels.put(name, label));
              }
            });
    return labels;
  }

  private static Optional<Label> label(
      Section target, String path, ConfigNode written, ReadingsReader readings) {
    if (written instanceof Scalar) {
      return readings.parse(written, path, Reading.SESSION).map(value -> new Label(value, false));
    }
    Section label = target.child(written, path, KEYS).opened();
    boolean plain = label.get("plain", false);
    ConfigNode value = label.node("value");
    if (value == null) {
      label.error(label.origin(), label.path() + " lacks the key \"value\", its expression");
      return Optional.empty();
    }
    return readings
        .parse(value, label.pathOf("value"), Reading.SESSION)
        .map(read -> new Label(read, plain));
  }
}
