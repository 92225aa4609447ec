package io.loopsentinel.targets.load;

import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.EngineSettings.ToolOverride;
import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.engine.settings.ToolPolicy.Reuse;
import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.targets.load.Key.Group;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the key {@code reuse} of an override. */
final class ReuseReader {

  private static final String NAME = "reuse";
  private static final Duration TTL = Duration.ofMinutes(10);

  static final Group KEY =
      Key.section(
          NAME,
          "The tools only read: an equal call gets the earlier result again and does not run.",
          Key.value(
              "ttl",
              ScalarType.duration("24h", "10m"),
              "The time in which a result is reused, by default 10m."),
          Key.value(
              "per",
              LabelsReader.NAME_TYPE,
              "The calls that share results: session (the default), global or a label."),
          Key.list(
              "invalidated_by",
              ScalarType.TEXT,
              "[\"update_*\"]",
              "The tools, as names or patterns, whose calls drop these results."),
          Key.flag("only_on_rung", "Whether only the rung reuse of a ladder gives results."));

  private ReuseReader() {}

  static @Nullable Reuse read(Section policy) {
    if (!policy.has(NAME)) {
      return null;
    }
    Section section = policy.section(NAME);
    return new Reuse(
        section.get("ttl", TTL),
        section.get("per", Budget.SESSION),
        section.list("invalidated_by", List.<String>of()).stream().map(Glob::of).toList(),
        section.get("only_on_rung", false));
  }

  /**
   * Adds the settings that can have no effect.
   *
   * @param labels the labels that targets set
   * @param isRung whether a ladder has the rung reuse
   */
  static void addWithoutEffect(
      SentinelConfig config, Set<String> labels, boolean isRung, List<String> found) {
    boolean isDeclared = false;
    for (ToolOverride each : config.engine().overrides()) {
      Reuse reuse = each.policy().limits().reuse();
      if (reuse != null) {
        isDeclared = true;
        String path = "overrides.%s.reuse".formatted(each.tools());
        if (reuse.onlyOnRung() && !isRung) {
          found.add(path + ".only_on_rung: no ladder has the rung reuse, so nothing is reused");
        }
        if (!Set.of(Budget.SESSION, Budget.GLOBAL).contains(reuse.per())
            && !labels.contains(reuse.per())) {
          found.add(
              "%s: no target sets the label %s, so nothing is reused; %s"
                  .formatted(path, reuse.per(), SettingsWithoutEffect.setLabel(reuse.per())));
        }
      }
    }
    if (isRung && !isDeclared) {
      found.add(
          "escalation: the rung reuse is left out, because no override has reuse, which says that"
              + " its tools only read");
    }
  }
}
