package io.loopsentinel.engine.settings;

import io.loopsentinel.engine.identity.IdentityRule;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything that can be configured of the engine; immutable.
 *
 * @param mode whether what is found has consequences
 * @param defaults how tools are judged that no override names
 * @param overrides how other tools are judged, the most specific pattern first
 * @param detectors what the detectors look for
 * @param budget what a session may use
 * @param sessions how many sessions are remembered, and for how long
 * @param redacted leaves out arguments that are not to be quoted in messages
 */
public record EngineSettings(
    Mode mode,
    ToolPolicy defaults,
    List<ToolOverride> overrides,
    DetectorSettings detectors,
    BudgetSettings budget,
    SessionSettings sessions,
    IdentityRule redacted) {

  /** What holds where nothing is configured. */
  public static final EngineSettings DEFAULT =
      new EngineSettings(
          Mode.ENFORCE,
          ToolPolicy.DEFAULT,
          List.of(),
          DetectorSettings.DEFAULT,
          BudgetSettings.NONE,
          SessionSettings.DEFAULT,
          IdentityRule.ALL_ARGUMENTS);

  /** Sorts the overrides. */
  public EngineSettings {
    List<ToolOverride> sorted = new ArrayList<>(overrides);
    sorted.sort((a, b) -> a.tools().compareTo(b.tools()));
    overrides = List.copyOf(sorted);
  }
}
