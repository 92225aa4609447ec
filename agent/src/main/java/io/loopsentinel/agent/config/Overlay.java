package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Entry;
import io.loopsentinel.agent.config.ConfigNode.Mapping;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lays settings over a document, so that one reader reads both by the same rules. */
final class Overlay {

  /** Pairs of keys of which a section holds one: whoever sets the one replaces the other. */
  private static final Map<String, String> EXCLUSIVE =
      Map.of("action", "escalation", "escalation", "action", "ignore", "only", "only", "ignore");

  private Overlay() {}

  /** Returns a document in which settings replace what stands at their paths. */
  static Mapping over(Mapping document, List<Setting> settings) {
    Mapping upper = Mapping.empty(document.origin());
    for (Setting setting : settings) {
      if (!setting.path().equals(SettingPaths.FILE)) {
        upper = merge(upper, nested(setting));
      }
    }
    return merge(withoutReplaced(document, upper), upper);
  }

  private static Mapping nested(Setting setting) {
    String[] keys = setting.path().split("\\.", -1);
    ConfigNode node = setting.node();
    for (int i = keys.length - 1; i >= 0; i--) {
      Map<String, Entry> entries = Map.of(keys[i], new Entry(setting.origin(), node));
      node = new Mapping(setting.origin(), entries);
    }
    return (Mapping) node;
  }

  private static Mapping merge(Mapping lower, Mapping upper) {
    Map<String, Entry> entries = new LinkedHashMap<>(lower.entries());
    upper.entries().forEach((key, entry) -> entries.merge(key, entry, Overlay::merge));
    return new Mapping(lower.origin(), entries);
  }

  /** Where something else stands in place of a mapping, it is left there to be reported. */
  private static Entry merge(Entry lower, Entry upper) {
    if (!(upper.value() instanceof Mapping above) || lower.value().isNothing()) {
      return upper;
    }
    return lower.value() instanceof Mapping below
        ? new Entry(lower.key(), merge(below, above))
        : lower;
  }

  private static Mapping withoutReplaced(Mapping lower, Mapping upper) {
    Map<String, Entry> entries = new LinkedHashMap<>(lower.entries());
    upper
        .entries()
        .forEach(
            (key, above) -> {
              entries.remove(EXCLUSIVE.getOrDefault(key, ""));
              Entry below = entries.get(key);
              if (below != null
                  && below.value() instanceof Mapping lowerSection
                  && above.value() instanceof Mapping upperSection) {
                entries.put(
                    key, new Entry(below.key(), withoutReplaced(lowerSection, upperSection)));
              }
            });
    return new Mapping(lower.origin(), entries);
  }
}
