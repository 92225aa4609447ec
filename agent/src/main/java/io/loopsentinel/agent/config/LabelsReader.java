package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Mapping;
import io.loopsentinel.agent.config.ConfigNode.Scalar;
import io.loopsentinel.engine.settings.Budget;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the labels of a target. */
final class LabelsReader {

  static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,39}");

  private static final String KEY = "labels";
  private static final int MAX_LABELS = 8;

  private LabelsReader() {}

  static Map<String, Label> read(Section target, ReadingsReader readings) {
    ConfigNode node = target.node(KEY);
    if (node == null || node.isNull()) {
      return Map.of();
    }
    if (!(node instanceof Mapping mapping)) {
      target.error(KEY, ": expected labels such as {agent: arg0.name}, found " + node.describe());
      return Map.of();
    }
    if (mapping.values().size() > MAX_LABELS) {
      target.error(KEY, ": expected at most " + MAX_LABELS + " labels");
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
                    target.pathOf(KEY)
                        + ": expected the name of a label such as agent or user, found "
                        + Wording.quoted(name));
              } else {
                label(target, target.pathOf(KEY) + "." + name, value, readings)
                    .ifPresent(label -> labels.put(name, label));
              }
            });
    return labels;
  }

  private static Optional<Label> label(
      Section target, String path, ConfigNode written, ReadingsReader readings) {
    if (written instanceof Scalar) {
      return readings.parse(written, path).map(value -> new Label(value, false));
    }
    Section label = target.child(written, path);
    return label.read(
        section -> {
          boolean plain = section.flag("plain", false);
          ConfigNode value = section.node("value");
          if (value == null) {
            section.error(
                section.origin(), section.path() + " lacks the key \"value\", its expression");
            return Optional.empty();
          }
          return readings.parse(value, section.pathOf("value")).map(read -> new Label(read, plain));
        });
  }
}
