package io.loopsentinel.engine.settings;

import io.loopsentinel.engine.identity.IdentityRule;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The settings of the engine. Immutable.
 *
 * @param mode whether findings have consequences
 * @param abortAt when the error of an abort is thrown
 * @param defaults the policy of tools that no override matches
 * @param overrides the policies of other tools, the most specific pattern first
 * @param detectors the settings of detectors, at most one of each class except for extensions; a
 *     detector without settings uses its defaults
 * @param volatilePatterns regular expressions of the user for the parts of results that change
 *     although nothing is new
 * @param redacted the rule that removes arguments which messages must not quote
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

  /** The policy of the tools that a name or glob matches. */
  public record ToolOverride(Glob tools, ToolPolicy policy) {}

  /**
   * Overrides that have had no effect so far.
   *
   * @param overrides the patterns that no tool's name has matched
   * @param tools the latest tool names that no override has matched
   */
  public record UnusedOverrides(List<String> overrides, Set<String> tools) {}

  /**
   * The section {@code sessions}.
   *
   * @param max the maximum number of sessions, at least 1; the least recently used is evicted
   * @param idleTimeout the time after its last call at which a session expires, positive
   * @param onStoreError what is done while the store of shared sessions fails
   */
  public record SessionSettings(int max, Duration idleTimeout, OnStoreError onStoreError) {

    public static final SessionSettings DEFAULT =
        new SessionSettings(100_000, Duration.ofMinutes(30), OnStoreError.LOCAL);

    public SessionSettings {
      if (max < 1 || idleTimeout.isZero() || idleTimeout.isNegative()) {
        throw new IllegalArgumentException(
            "expected a maximum from 1 and a positive idle timeout, found %s and %s"
                .formatted(max, idleTimeout));
      }
    }

    /** Creates settings of sessions that are not shared. */
    public SessionSettings(int max, Duration idleTimeout) {
      this(max, idleTimeout, OnStoreError.LOCAL);
    }
  }

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

  /**
   * Returns whether some call may need a person's approval or must not run twice, see {@link
   * ToolPolicy.Limits#areGated}.
   */
  public boolean areGated() {
    return defaults.limits().areGated()
        || overrides.stream().anyMatch(each -> each.policy().limits().areGated())
        || hasRung(Action.ASK);
  }

  /** Returns whether the ladder of a tool, detector or budget has an action. */
  public boolean hasRung(Action action) {
    return Stream.of(
            Stream.of(defaults.escalation()),
            overrides.stream().map(each -> each.policy().escalation()),
            detectors.stream().map(DetectorSettings::escalation),
            budget.budgets().stream().map(Budget::escalation))
        .flatMap(each -> each)
        .anyMatch(ladder -> ladder != null && ladder.rungs().contains(action));
  }

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

  /** Returns these settings with another policy for tools that no override matches. */
  public EngineSettings withDefaults(ToolPolicy other) {
    return new EngineSettings(
        mode, abortAt, other, overrides, detectors, volatilePatterns, budget, sessions, redacted);
  }

  public EngineSettings withOverrides(List<ToolOverride> others) {
    return new EngineSettings(
        mode, abortAt, defaults, others, detectors, volatilePatterns, budget, sessions, redacted);
  }

  public EngineSettings withDetectors(List<DetectorSettings> others) {
    return new EngineSettings(
        mode, abortAt, defaults, overrides, others, volatilePatterns, budget, sessions, redacted);
  }

  /**
   * Returns the settings of a detector.
   *
   * @param fallback the default, of the detector's own class
   */
  @SuppressWarnings("unchecked")
  public <S extends DetectorSettings> S detector(S fallback) {
    return (S)
        detectors.stream().filter(fallback.getClass()::isInstance).findFirst().orElse(fallback);
  }
}
