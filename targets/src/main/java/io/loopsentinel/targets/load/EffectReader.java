package io.loopsentinel.targets.load;

import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.identity.Normalisation;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.Effect;
import io.loopsentinel.targets.load.Key.Other;
import io.loopsentinel.targets.yaml.ConfigNode;
import io.loopsentinel.targets.yaml.ConfigNode.Mapping;
import io.loopsentinel.targets.yaml.ConfigNode.Scalar;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the key {@code effect} of an override: what names the effect, and its scope. */
final class EffectReader {

  private static final String NAME = "effect";
  private static final String ONCE = "once";

  private enum Plain {
    ONCE
  }

  private enum All {
    ALL
  }

  private static final ScalarType<Plain> SHORT = ScalarType.ofEnum(Plain.class);
  private static final ScalarType<All> ALL = ScalarType.ofEnum(All.class);
  private static final ScalarType<Duration> KEEP = ScalarType.duration("9999h", "168h");
  private static final Duration WEEK = Duration.ofDays(7);

  private static final List<Key> KEYS =
      List.of(
          new Other(
              ONCE,
              "all, or a list of arguments such as [order_id]",
              "{}",
              true,
              "The arguments that name the effect."),
          Key.value("per", ScalarType.TEXT, "The scope: session, global or the name of a label."),
          Key.value("keep", KEEP, "The time after which an effect is forgotten."),
          Key.value("verify_with", ScalarType.TEXT, "The tool that shows whether it happened."));

  static final Key KEY =
      new Other(
          NAME,
          SHORT.expected() + ", or a section such as {once: [order_id], per: user}",
          """
          {"anyOf": [%s, {"type": "object", "additionalProperties": false, "required": ["once"],
           "properties": {
            "once": {"anyOf": [%s, {"type": "array", "minItems": 1, "items": %s}]},
            "per": %s, "keep": %s, "verify_with": %s}}]}
          """
              .formatted(
                  SHORT.schema(),
                  ALL.schema(),
                  ScalarType.TEXT.schema(),
                  ScalarType.TEXT.schema(),
                  KEEP.schema(),
                  ScalarType.TEXT.schema()),
          true,
          "Whether equal calls have their effect once, whatever is retried or runs in parallel.");

  private EffectReader() {}

  static @Nullable Effect read(Section section) {
    ConfigNode node = section.node(NAME);
    if (node instanceof Mapping) {
      return effect(section.child(node, section.pathOf(NAME), KEYS).opened());
    }
    if (node == null) {
      return null;
    }
    Plain unused = section.get(NAME, SHORT, Plain.ONCE);
    return new Effect(IdentityRule.ALL_ARGUMENTS, Budget.SESSION, WEEK, null);
  }

  private static Effect effect(Section section) {
    if (!section.has(ONCE)) {
      section.error(section.origin(), section.path() + " lacks the key \"once\"");
    }
    return new Effect(
        arguments(section),
        section.get("per", Budget.SESSION),
        section.get("keep", WEEK),
        section.<String>find("verify_with").orElse(null));
  }

  private static IdentityRule arguments(Section section) {
    if (section.node(ONCE) instanceof Scalar) {
      All unused = section.get(ONCE, ALL, All.ALL);
      return IdentityRule.ALL_ARGUMENTS;
    }
    List<String> paths = section.list(ONCE, ScalarType.TEXT).orElse(List.of());
    if (section.has(ONCE) && paths.isEmpty()) {
      section.error(ONCE, ": expected at least one, such as [order_id]");
    }
    return PolicyReader.rule(section, ONCE, List.of(), paths, Normalisation.NONE);
  }
}
