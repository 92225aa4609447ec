package io.loopsentinel.agent.session;

import io.loopsentinel.agent.config.Progress;
import io.loopsentinel.agent.config.SentinelConfig;
import io.loopsentinel.agent.detect.BudgetDetector;
import io.loopsentinel.agent.detect.Finding;
import io.loopsentinel.agent.detect.News;
import io.loopsentinel.agent.detect.Responses;
import io.loopsentinel.agent.detect.SimilarTurnsDetector;
import io.loopsentinel.agent.detect.WordSet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks the detectors about the turns of a session's model.
 *
 * <p>Has no state of its own; whoever calls {@link #judge} holds the session's monitor.
 */
final class TurnJudge {

  private final SimilarTurnsDetector similarTurns;
  private final boolean comparesTexts;
  private final boolean progressCounts;
  private final HistoryLayout layout;
  private final BudgetDetector budget;
  private final PriceList prices;

  TurnJudge(SentinelConfig config) {
    this.similarTurns = new SimilarTurnsDetector(config.detectors().similarTurns());
    this.comparesTexts = config.detectors().similarTurns().enabled();
    this.progressCounts = config.defaults().progress() == Progress.AWARE;
    this.layout = HistoryLayout.of(config);
    this.budget = new BudgetDetector(config.budget());
    this.prices = new PriceList(config.budget().prices());
  }

  /** Returns the words of a turn, where they are compared; not to be done under a monitor. */
  @Nullable WordSet words(ModelTurn turn) {
    return comparesTexts && turn.text() != null ? WordSet.of(turn.text()) : null;
  }

  /**
   * Judges a turn.
   *
   * @param words as {@link #words} gave them
   */
  List<Finding> judge(Session session, ModelTurn turn, @Nullable WordSet words) {
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

  /** Judges a turn that is about to begin; returns a finding where it would be one too many. */
  @Nullable Finding judgeNext(Session session) {
    return budget.isUnlimited() ? null : budget.judgeNextTurn(session.spending());
  }

  private boolean broughtNews(Session session) {
    Responses responses = session.responses();
    return responses != null && News.isIn(responses.recordedCalls(), session.sequence(layout));
  }
}
