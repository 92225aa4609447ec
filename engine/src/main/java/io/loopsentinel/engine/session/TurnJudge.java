package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.BudgetDetector;
import io.loopsentinel.engine.detect.Finding;
import io.loopsentinel.engine.detect.News;
import io.loopsentinel.engine.detect.Responses;
import io.loopsentinel.engine.detect.SimilarTurnsDetector;
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
 * <p>Has no state of its own; whoever judges holds the session's monitor.
 */
final class TurnJudge {

  private final SimilarTurnsDetector similarTurns;
  private final boolean comparesTexts;
  private final boolean progressCounts;
  private final BudgetDetector budget;
  private final PriceList prices;
  private final ToolPolicy policy;
  private final Ladders ladders;
  private final Verdicts verdicts;

  TurnJudge(EngineSettings config, Ladders ladders, Verdicts verdicts) {
    this.similarTurns = new SimilarTurnsDetector(config.detectors().similarTurns());
    this.comparesTexts = config.detectors().similarTurns().enabled();
    this.progressCounts = config.defaults().progress() == Progress.AWARE;
    this.budget = new BudgetDetector(config.budget());
    this.prices = new PriceList(config.budget().prices());
    this.policy = config.defaults();
    this.ladders = ladders;
    this.verdicts = verdicts;
  }

  /** Returns the words of a turn, where they are compared; not to be done under a monitor. */
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
    List<Sighting> sightings = new ArrayList<>(0);
    for (Finding finding : findings(session, turn, words)) {
      sightings.add(ladders.climbTurn(session, finding, policy));
    }
    return sightings.isEmpty() ? null : verdicts.found(session, sightings);
  }

  /** Judges a turn that is about to begin; returns what ends the session, now or before. */
  Ruling.@Nullable Found judgeNext(Session session) {
    Ruling.Found ended = verdicts.endOf(session);
    if (ended != null || budget.isUnlimited() || verdicts.observeOnly()) {
      return ended;
    }
    Finding finding = budget.judgeNextTurn(session.spending());
    if (finding == null) {
      return null;
    }
    Sighting sighting = ladders.foreseeTurn(session, finding, policy);
    return sighting.rung() == Action.TERMINATE ? verdicts.found(session, List.of(sighting)) : null;
  }

  private List<Finding> findings(Session session, ModelTurn turn, @Nullable WordSet words) {
    List<Finding> findings = new ArrayList<>(0);
    boolean afterNews = progressCounts && broughtNews(session);
    session.nextResponse();
    if (words != null) {
      Finding similar = similarTurns.judge(words, afterNews, session.turns());
      if (similar != null) {
        findings.add(similar);
      }
    }
    if (!budget.isUnlimited()) {
      session.spending().turned(turn.inputTokens() + turn.outputTokens(), prices.cost(turn));
      findings.addAll(budget.judgeTurn(session.spending()));
    }
    return findings;
  }

  private boolean broughtNews(Session session) {
    Responses responses = session.responses();
    return responses != null && News.isIn(responses.recordedCalls(), session);
  }
}
