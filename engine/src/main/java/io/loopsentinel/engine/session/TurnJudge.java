package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.Detector;
import io.loopsentinel.engine.detect.Finding;
import io.loopsentinel.engine.detect.Turn;
import io.loopsentinel.engine.detect.WordSet;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.Progress;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rules on the turns of a session's model by what the detectors find in them.
 *
 * <p>Has no state of its own; used under the session's lock.
 */
final class TurnJudge {

  private final List<Detector> detectors;
  private final boolean comparesTexts;
  private final boolean progressCounts;
  private final boolean countsSpending;
  private final PriceList prices;
  private final ToolPolicy policy;
  private final Verdicts verdicts;

  TurnJudge(EngineSettings settings, List<Detector> detectors, Verdicts verdicts) {
    this.detectors = detectors;
    this.comparesTexts = settings.detectors().similarTurns().enabled();
    this.progressCounts = settings.defaults().progress() == Progress.AWARE;
    this.countsSpending = settings.budget().hasCaps();
    this.prices = new PriceList(settings.budget().prices());
    this.policy = settings.defaults();
    this.verdicts = verdicts;
  }

  /** Returns the words of a turn, where they are compared; not to be done under a lock. */
  @Nullable WordSet words(ModelTurn turn) {
    return comparesTexts && turn.text() != null ? WordSet.of(turn.text()) : null;
  }

  /**
   * Judges a turn.
   *
   * @param words as {@link #words} gave them
   * @return what was found or ended the session before; {@code null} if nothing
   */
  Ruling.@Nullable Found judge(Session session, ModelTurn turn, @Nullable WordSet words) {
    Ruling.Found ended = verdicts.endOf(session);
    if (ended != null) {
      return ended;
    }
    Turn judged = new Turn(words, progressCounts && session.history().broughtNews());
    session.history().responses().next();
    if (countsSpending) {
      long tokens = turn.inputTokens() + turn.outputTokens();
      session.history().spending().turned(tokens, prices.cost(turn));
    }
    List<Detection> detections = new ArrayList<>(0);
    for (Detector detector : detectors) {
      Finding finding = detector.afterTurn(judged, session.history());
      if (finding != null) {
        detections.add(Ladders.climbTurn(session, detector, finding, policy));
      }
    }
    return detections.isEmpty() ? null : verdicts.found(session, detections);
  }

  /** Judges a turn that is about to begin; returns what ends the session, now or before. */
  Ruling.@Nullable Found judgeNext(Session session) {
    Ruling.Found ended = verdicts.endOf(session);
    if (ended != null || verdicts.observeOnly()) {
      return ended;
    }
    for (Detector detector : detectors) {
      Finding finding = detector.beforeTurn(session.history());
      if (finding != null) {
        Detection detection = Ladders.foreseeTurn(session, detector, finding, policy);
        if (detection.rung() == Action.TERMINATE) {
          return verdicts.found(session, List.of(detection));
        }
      }
    }
    return null;
  }
}
