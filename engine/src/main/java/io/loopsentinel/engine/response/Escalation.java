package io.loopsentinel.engine.response;

import io.loopsentinel.engine.detect.DetectorKind;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.ToolPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Knows which ladder holds for a detector's findings on a tool.
 *
 * <p>The detector's own ladder where the configuration names one, else the tool's, else the
 * detector's default. Stateless and thread-safe.
 */
public final class Escalation {

  /** For detectors that stop a call which would be the same again. */
  private static final Ladder STOP_AT_ONCE = Ladder.of(Action.HINT, Action.HINT, Action.ABORT);

  /**
   * For detectors that judge outcomes. The next attempt may well differ, so stopping it at once
   * would stop the cure with the disease.
   */
  private static final Ladder WARN_FIRST = Ladder.of(Action.WARN, Action.HINT, Action.ABORT);

  private final DetectorSettings detectors;

  /** Creates the ladders of a configuration. */
  public Escalation(DetectorSettings detectors) {
    this.detectors = detectors;
  }

  /** Returns the ladder for a detector's findings on a tool. */
  public Ladder ladder(DetectorKind detector, ToolPolicy policy) {
    Ladder own = ownLadder(detector);
    if (own != null) {
      return own;
    }
    return policy.escalation() != null ? policy.escalation() : defaultLadder(detector);
  }

  private @Nullable Ladder ownLadder(DetectorKind detector) {
    return switch (detector) {
      case REPEAT -> detectors.repeat().escalation();
      case CYCLE -> detectors.cycle().escalation();
      case ERROR -> detectors.error().escalation();
      case STAGNATION -> detectors.stagnation().escalation();
      case SIMILAR_CALLS -> detectors.similarCalls().escalation();
      case SIMILAR_TURNS, BUDGET -> null;
    };
  }

  private static Ladder defaultLadder(DetectorKind detector) {
    return switch (detector) {
      case REPEAT, CYCLE, BUDGET -> STOP_AT_ONCE;
      case ERROR, STAGNATION, SIMILAR_CALLS, SIMILAR_TURNS -> WARN_FIRST;
    };
  }
}
