package io.loopsentinel.engine.settings;

import io.loopsentinel.engine.identity.IdentityRule;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Everything that can be configured of the engine; immutable.
 *
 * @param mode whether what is found has consequences
 * @param abortAt when the error of an abort is thrown
 * @param defaults how tools are judged that no override names
 * @param overrides how other tools are judged, the most specific pattern first
 * @param detectors what the detectors look for, at most one of each class but those of extensions;
 *     of a detector without any its own defaults hold
 * @param volatilePatterns regular expressions of the user's own for what differs from result to
 *     result although nothing is new
 * @param budget what a session may use
 * @param sessions how many sessions are remembered, and for how long
 * @param redacted leaves out arguments that are not to be quoted in messages
 */
public record EngineSettings(
    Mode mode,
    AbortAt abortAt,
    ToolPolicy defaults,
    List<ToolOverride> overrides,
    List<DetectorSettings> detectors,
    List<String> volatilePatterns,
    BudgetSettings budget,
    SessionSettings sessions,
    IdentityRule redacted) {

  /**
   * The policy of the tools that a name or glob matches.
   *
   * @param tools which tools
   * @param policy how they are judged
   */
  public record ToolOverride(Glob tools, ToolPolicy policy) {}

  /**
   * What of the overrides was of no use so far.
   *
   * @param overrides those that no tool's name has matched
   * @param tools the latest names of tools that no override has matched
   */
  public record UnusedOverrides(List<String> overrides, Set<String> tools) {}

  /**
   * The section {@code sessions}.
   *
   * @param max how many sessions are remembered, at least 1; the least recently used is forgotten
   * @param idleTimeout how long a session is remembered after its last call, positive
   */
  public record SessionSettings(int max, Duration idleTimeout) {

    /** What holds where the configuration says nothing. */
    public static final SessionSettings DEFAULT =
        new SessionSettings(100_000, Duration.ofMinutes(30));
  }

  /** What holds where nothing is configured. */
  public static final EngineSettings DEFAULT =
      new EngineSettings(
          Mode.ENFORCE,
          AbortAt.NEXT_REQUEST,
          ToolPolicy.DEFAULT,
          List.of(),
          List.of(),
          List.of(),
          BudgetSettings.NONE,
          SessionSettings.DEFAULT,
          IdentityRule.ALL_ARGUMENTS);

  /** Sorts the overrides. */
  public EngineSettings {
    overrides = overrides.stream().sorted((a, b) -> a.tools().compareTo(b.tools())).toList();
    detectors = List.copyOf(detectors);
    volatilePatterns = List.copyOf(volatilePatterns);
  }

  /** Returns these settings in another mode. */
  public EngineSettings withMode(Mode other) {
    return new EngineSettings(
        other,
        abortAt,
        defaults,
        overrides,
        detectors,
        volatilePatterns,
        budget,
        sessions,
        redacted);
  }

  /** Returns these settings without budgets that several sessions share. */
  public EngineSettings withBudgetsOfSessions() {
    return new EngineSettings(
        mode,
        abortAt,
        defaults,
        overrides,
        detectors,
        volatilePatterns,
        budget.ofSessions(),
        sessions,
        redacted);
  }

  /** Returns these settings with other overrides. */
  public EngineSettings withOverrides(List<ToolOverride> others) {
    return new EngineSettings(
        mode, abortAt, defaults, others, detectors, volatilePatterns, budget, sessions, redacted);
  }

  /** Returns these settings with other settings of detectors. */
  public EngineSettings withDetectors(List<DetectorSettings> others) {
    return new EngineSettings(
        mode, abortAt, defaults, overrides, others, volatilePatterns, budget, sessions, redacted);
  }

  /**
   * Returns the settings of a detector.
   *
   * @param otherwise what holds where none are configured; of the detector's own class
   */
  @SuppressWarnings("unchecked")
  public <S extends DetectorSettings> S detector(S otherwise) {
    return (S)
        detectors.stream().filter(otherwise.getClass()::isInstance).findFirst().orElse(otherwise);
  }
}
