package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.TurnSimilarity;
import io.loopsentinel.engine.detect.WordSet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Judges the turns of all sessions, and keeps what waits for their next one.
 *
 * <p>Thread-safe. Session keys as in {@link Engine}.
 */
public final class Turns {

  private final SessionStore sessions;
  private final TurnJudge judge;
  private final CallRulings calls;
  private final Verdicts verdicts;

  /**
   * Creates what judges turns.
   *
   * @param calls judges the calls that were asked for and not dispatched
   */
  Turns(SessionStore sessions, TurnJudge judge, CallRulings calls, Verdicts verdicts) {
    this.sessions = sessions;
    this.judge = judge;
    this.calls = calls;
    this.verdicts = verdicts;
  }

  /**
   * Judges a response of the model; calls that follow belong to it.
   *
   * @return what was found: {@code observe}, {@code warn} or {@code terminate}; or {@code null}
   */
  public Ruling.@Nullable Found judge(Object sessionKey, ModelTurn turn) {
    return judge(sessionKey, turn, words(turn));
  }

  /**
   * Returns the words of a turn where they are compared, for {@link #judge(Object, ModelTurn,
   * WordSet)}.
   */
  public @Nullable WordSet words(ModelTurn turn) {
    return judge.words(turn);
  }

  /**
   * Judges a response of the model whose words are known.
   *
   * @param words as {@link #words} gave them; its text does not count
   * @return as above
   */
  public Ruling.@Nullable Found judge(Object sessionKey, ModelTurn turn, @Nullable WordSet words) {
    Session session = sessions.session(sessionKey);
    synchronized (session) {
      return judge.judge(session, turn, words);
    }
  }

  /**
   * Notes which calls a response asks for. Those of tools that were not dispatched when the next
   * turn begins are judged then, as calls whose result was not seen.
   */
  public void requested(Object sessionKey, List<RequestedCall> requested) {
    Session session = sessions.session(sessionKey);
    synchronized (session) {
      for (RequestedCall call : requested) {
        if (!call.call().policy().exempt()) {
          session.nextTurn().requested(call);
        }
      }
    }
  }

  /**
   * Judges a turn that is about to begin, so that one too many is not paid for.
   *
   * @return what ended the session, now or before, or {@code null} where the turn may begin. What
   *     does not end it is found by {@link #judge(Object, ModelTurn)}
   */
  public Ruling.@Nullable Found judgeNext(Object sessionKey) {
    Session session = sessions.session(sessionKey);
    synchronized (session) {
      return judge.judgeNext(session);
    }
  }

  /**
   * Judges the calls that the last response asked for and nobody dispatched; for when the next turn
   * begins.
   *
   * @return all of them, in the order in which the model asked for them
   */
  public List<UndispatchedCall> judgeUndispatched(Object sessionKey) {
    Session session = sessions.session(sessionKey);
    synchronized (session) {
      List<UndispatchedCall> judged = new ArrayList<>(0);
      for (RequestedCall requested : session.takeUndispatched()) {
        // What ended the session was found about the call before.
        if (verdicts.endOf(session) == null) {
          judged.add(new UndispatchedCall(requested, calls.judge(session, requested.call())));
        }
      }
      return judged;
    }
  }

  /**
   * Keeps a warning that no result could carry for the next request of its session.
   *
   * @return false where no request of the session carries warnings, as far as is known
   */
  public boolean keepWarning(Object sessionKey, String warning) {
    Session session = sessions.session(sessionKey);
    synchronized (session) {
      return session.keepWarning(warning);
    }
  }

  /**
   * Returns the warnings that wait for the request that is about to be sent; no other gets them.
   * From then on the session is one whose requests carry warnings.
   */
  public List<String> takeWarnings(Object sessionKey) {
    Session session = sessions.session(sessionKey);
    synchronized (session) {
      return session.nextTurn().takeWarnings();
    }
  }

  /** Returns how the latest turn of a session compares with those before it. */
  public TurnSimilarity similarityOfLatest(Object sessionKey) {
    Session session = sessions.session(sessionKey);
    synchronized (session) {
      return session.turns().latest();
    }
  }
}
