package io.loopsentinel.targets.load;

import io.loopsentinel.engine.settings.Gate;
import io.loopsentinel.engine.settings.ToolPolicy.Limits;
import io.loopsentinel.targets.load.Key.Other;
import io.loopsentinel.targets.yaml.ConfigNode;
import io.loopsentinel.targets.yaml.ConfigNode.Mapping;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the key {@code before} of an override: ask or deny, or a denial with its text. */
final class GateReader {

  private static final String NAME = "before";

  /** The keys that apply to calls that are denied. */
  private static final Set<String> USED =
      Set.of("identity", "message_style", "suggest", "reason", "exempt");

  private enum Choice {
    ASK,
    DENY
  }

  private static final ScalarType<Choice> CHOICE = ScalarType.ofEnum(Choice.class);

  private static final List<Key> DENIAL =
      List.of(Key.required("deny", ScalarType.TEXT, "The text that the model reads."));

  static final Key KEY =
      new Other(
          NAME,
          CHOICE.expected() + ", or a denial with a text such as {deny: \"Use find_order.\"}",
          """
          {"anyOf": [%s, {"type": "object", "additionalProperties": false,
           "required": ["deny"], "properties": {"deny": %s}}]}
          """
              .formatted(CHOICE.schema(), ScalarType.TEXT.schema()),
          true,
          "Whether a person decides about each call, the first one included, or none runs.");

  private GateReader() {}

  static @Nullable Gate read(Section section) {
    ConfigNode node = section.node(NAME);
    if (node instanceof Mapping) {
      Optional<String> text =
          section.child(node, section.pathOf(NAME), DENIAL).opened().find("deny");
      return text.map(denial -> new Gate(false, denial)).orElse(null);
    }
    return node == null
        ? null
        : new Gate(section.get(NAME, CHOICE, Choice.DENY) == Choice.ASK, null);
  }

  /** Warns of keys that a gate or an effect leaves without use. */
  static void warnOfUnused(Section section, Limits limits) {
    Gate gate = limits.before();
    for (String key : section.writtenKeys()) {
      String why = null;
      if (gate != null && !gate.asks()) {
        why = key.equals(NAME) || USED.contains(key) ? null : "because before denies each call";
      } else if (key.equals("reuse") && gate != null) {
        why = "because before asks about each call";
      } else if (key.equals("reuse") && limits.effect() != null) {
        why = "beside effect: a tool that acts must run";
      }
      if (why != null) {
        section.warning(section.originOfKey(key), section.pathOf(key) + " has no effect " + why);
      }
    }
  }
}
