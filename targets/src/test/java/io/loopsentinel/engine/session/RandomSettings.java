package io.loopsentinel.engine.session;

import io.loopsentinel.engine.settings.Action;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Settings of {@code repeat} and {@code cycle}, drawn at random: tool {@code b} may have an
 * override, tool {@code d} may be exempt.
 *
 * @param ladder the actions that are configured; empty where none are
 */
record RandomSettings(
    int threshold,
    int patience,
    int window,
    boolean aware,
    boolean consecutive,
    int minPeriod,
    int maxPeriod,
    int repetitions,
    List<Action> ladder,
    boolean overrides,
    int ownThreshold,
    int ownPatience,
    int ownWindow,
    boolean exempts) {

  static final String WAITING = "running";

  /**
   * What calls bring. Whether an answer is news is no part of the model, and a failure is none; its
   * results are compared as others are.
   */
  static final List<String> RESULTS =
      List.of("error: the first", "error: the second", "error: the third", "ok", "", WAITING);

  static final List<String> ACKNOWLEDGEMENTS = List.of("ok", "");

  private static final List<List<Action>> LADDERS =
      List.of(
          List.of(Action.HINT, Action.HINT, Action.ABORT),
          List.of(Action.WARN, Action.HINT),
          List.of(Action.OBSERVE),
          List.of(Action.WARN, Action.WARN, Action.WARN, Action.HINT, Action.TERMINATE),
          List.of());

  static RandomSettings draw(Random random) {
    int minPeriod = 1 + random.nextInt(2);
    int threshold = random.nextInt(5);
    return new RandomSettings(
        threshold,
        random.nextInt(4) == 0 ? 0 : threshold + random.nextInt(6),
        1 + random.nextInt(14),
        random.nextInt(4) != 0,
        random.nextInt(4) == 0,
        minPeriod,
        minPeriod + random.nextInt(4),
        2 + random.nextInt(3),
        LADDERS.get(random.nextInt(LADDERS.size())),
        random.nextBoolean(),
        random.nextInt(6),
        random.nextInt(9),
        1 + random.nextInt(9),
        random.nextBoolean());
  }

  boolean isExempt(String tool) {
    return exempts && tool.equals("d");
  }

  boolean isOverridden(String tool) {
    return overrides && tool.equals("b");
  }

  int threshold(String tool) {
    return isOverridden(tool) ? ownThreshold : threshold;
  }

  int patience(String tool) {
    return isOverridden(tool) ? ownPatience : patience;
  }

  int window(String tool) {
    return isOverridden(tool) ? ownWindow : window;
  }

  /** Returns how many calls of all tools are remembered. */
  int remembered() {
    int copies = overrides ? Math.max(repetitions, ownThreshold + 1) : repetitions;
    return Math.max(window, maxPeriod * copies);
  }

  String yaml() {
    String own =
        overrides
            ? "    b: {threshold: %d, threshold_with_progress: %d, window_size: %d}\n"
                .formatted(ownThreshold, ownPatience, ownWindow)
            : "";
    return """
    sentinel:
      default: {threshold: %d, threshold_with_progress: %d, window_size: %d, progress: %s%s}
      detectors:
        repeat: {consecutive: %s, per_response: 0}
        cycle: {min_period: %d, max_period: %d, repetitions: %d}
        error: {enabled: false}
        stagnation: {enabled: false}
        similar_calls: {enabled: false}
        similar_turns: {enabled: false}
        waiting: {enabled: false}
      overrides:
    %s%s\
    """
        .formatted(
            threshold,
            patience,
            window,
            aware ? "aware" : "ignore",
            ladder.isEmpty() ? "" : ", escalation: " + ladder.toString().toLowerCase(Locale.ROOT),
            consecutive,
            minPeriod,
            maxPeriod,
            repetitions,
            own,
            exempts ? "    d: {exempt: true}\n" : "");
  }
}
