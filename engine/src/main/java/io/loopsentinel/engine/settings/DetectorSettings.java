package io.loopsentinel.engine.settings;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The section {@code detectors}. In each part, {@code escalation} is that detector's own ladder,
 * {@code null} where none is named.
 *
 * @param repeat the same call again
 * @param cycle a block of calls again and again
 * @param error the same failure again, whatever the arguments
 * @param stagnation the same result again, whatever the arguments
 * @param similarCalls nearly the same arguments with nearly the same result again
 * @param similarTurns nearly the same model text again
 * @param volatilePatterns regular expressions of the user's own for what differs from result to
 *     result although nothing is new
 */
public record DetectorSettings(
    Repeat repeat,
    Cycle cycle,
    Streak error,
    Streak stagnation,
    SimilarCalls similarCalls,
    SimilarTurns similarTurns,
    List<String> volatilePatterns) {

  /** What holds where the configuration says nothing. */
  public static final DetectorSettings DEFAULT =
      new DetectorSettings(
          new Repeat(true, false, null),
          new Cycle(true, 2, 8, 3, null),
          new Streak(true, 3, null),
          new Streak(true, 6, null),
          new SimilarCalls(true, 0.85, 5, 3, null),
          new SimilarTurns(true, 0.85, 5, 3, 5, 50),
          List.of());

  public DetectorSettings {
    volatilePatterns = List.copyOf(volatilePatterns);
  }

  /**
   * Settings of {@code repeat}; its thresholds are those of the tool.
   *
   * @param consecutive whether only an unbroken row of the same call counts
   */
  public record Repeat(boolean enabled, boolean consecutive, @Nullable Ladder escalation) {}

  /**
   * Settings of {@code cycle}.
   *
   * @param minPeriod shortest block of calls, 1 to {@code maxPeriod}
   * @param maxPeriod longest block of calls, at most 32
   * @param repetitions how many copies of the block, back to back, are a finding; at least 2
   */
  public record Cycle(
      boolean enabled,
      int minPeriod,
      int maxPeriod,
      int repetitions,
      @Nullable Ladder escalation) {}

  /**
   * Settings of {@code error} and of {@code stagnation}.
   *
   * @param threshold how many outcomes in a row are a finding, at least 1
   */
  public record Streak(boolean enabled, int threshold, @Nullable Ladder escalation) {}

  /**
   * Settings of {@code similar_calls}.
   *
   * @param similarity how much two token sets share (Jaccard), above 0 to 1
   * @param compareLast with how many earlier calls of the tool each is compared, at least 1
   * @param threshold how many similar calls in a row are a finding, at least 1
   */
  public record SimilarCalls(
      boolean enabled,
      double similarity,
      int compareLast,
      int threshold,
      @Nullable Ladder escalation) {}

  /**
   * Settings of {@code similar_turns}.
   *
   * @param similarity how much two token sets share (Jaccard), above 0 to 1
   * @param compareLast with how many earlier turns each is compared, at least 1
   * @param warnAfter consecutive similar turns that are warned about, at least 1
   * @param terminateAfter consecutive similar turns that end the session, at least 1
   * @param history how many turns are kept, at least {@code compareLast}
   */
  public record SimilarTurns(
      boolean enabled,
      double similarity,
      int compareLast,
      int warnAfter,
      int terminateAfter,
      int history) {}
}
