package io.loopsentinel.targets.config;

import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.engine.settings.ToolPolicy.Reuse;
import io.loopsentinel.targets.config.Key.Group;
import java.time.Duration;
import java.util.List;
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
              "ttl", ScalarType.duration("24h", "10m"), "The time in which a result is reused."),
          Key.value(
              "per",
              BudgetReader.NAME,
              "The calls that share results: session, global or the name of a label."),
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
    return policy.section(
        NAME,
        section ->
            new Reuse(
                section.get("ttl", TTL),
                section.get("per", Budget.SESSION),
                section.list("invalidated_by", List.<String>of()).stream().map(Glob::of).toList(),
                section.get("only_on_rung", false)));
  }
}
