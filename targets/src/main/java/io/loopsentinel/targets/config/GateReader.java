package io.loopsentinel.targets.config;

import io.loopsentinel.engine.settings.Gate;
import io.loopsentinel.targets.config.ConfigNode.Mapping;
import io.loopsentinel.targets.config.Key.Other;
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
          section.child(node, section.pathOf(NAME), DENIAL).read(denial -> denial.find("deny"));
      return text.map(denial -> new Gate(false, denial)).orElse(null);
    }
    return node == null
        ? null
        : new Gate(section.get(NAME, CHOICE, Choice.DENY) == Choice.ASK, null);
  }

  /** Warns of keys beside a denial, with which no call is counted or compared. */
  static void warnOfUnused(Section section, @Nullable Gate gate) {
    if (gate != null && !gate.asks()) {
      for (String key : section.writtenKeys()) {
        if (!key.equals(NAME) && !USED.contains(key)) {
          section.warning(
              section.originOfKey(key),
              section.pathOf(key) + " has no effect because before denies each call");
        }
      }
    }
  }
}
