package io.loopsentinel.engine.session;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.detect.SimilarTurnsDetector.RecentTurns;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.response.LoopReport;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Judges the turns of all sessions, and keeps the texts that wait for the next turn.
 *
 * <p>Thread-safe. Session keys as in {@link LoopEngine}.
 */
public final class Turns {

  private final ToolPolicy defaults;
  private final CachedSessions sessions;
  private final Judge judge;
  private final SessionEvents events;

  Turns(ToolPolicy defaults, CachedSessions sessions, Judge judge, SessionEvents events) {
    this.defaults = defaults;
    this.sessions = sessions;
    this.judge = judge;
    this.events = events;
  }

  /**
   * Judges a response of the model. Calls that follow belong to it.
   *
   * @return the findings with {@code observe}, {@code warn} or {@code terminate}, or {@code null}
   */
  public Decision.@Nullable Found judge(Object sessionKey, ModelTurn turn) {
    return judge(sessionKey, turn, words(turn)).found();
  }

  /**
   * Returns the words of a turn if they are compared, for {@link #judge(Object, ModelTurn,
   * WordSet)}.
   */
  public @Nullable WordSet words(ModelTurn turn) {
    return judge.words(turn);
  }

  /**
   * Judges a response of the model with known words, as {@link #judge(Object, ModelTurn)} does.
   *
   * @param words the result of {@link #words}; the text of the turn is ignored
   */
  public Decision judge(Object sessionKey, ModelTurn turn, @Nullable WordSet words) {
    return events.perform(sessionKey, new SessionEvent.Responded(turn, words));
  }

  /** Returns the facts for a message about a detection. */
  public LoopReport report(Object sessionKey, Detection detection) {
    return new LoopReport(
        detection.finding().tools(),
        detection.finding().loop().subject(),
        detection,
        true,
        defaults,
        () -> "",
        sessionKey.toString());
  }

  /**
   * Records the calls that a response requests. Calls of tools that are not dispatched before the
   * next turn are judged then, as calls with an unknown result.
   */
  public void requested(Object sessionKey, List<RequestedCall> requested) {
    try (Session session = sessions.lock(sessionKey)) {
      for (RequestedCall each : requested) {
        if (!each.call().policy().exempt()) {
          session.nextTurn().requested(each);
        }
      }
    }
  }

  /**
   * Judges a turn that is about to begin, before it is paid.
   *
   * @return the decision that terminated the session, now or before, or the spent budget that
   *     refuses this request: {@code abort}, or {@code observe} in that mode, in which the turn may
   *     begin; {@code null} if the turn may begin. Other findings come from {@link #judge(Object,
   *     ModelTurn)}
   */
  public Decision.@Nullable Found judgeNext(Object sessionKey, Attribution attribution) {
    return events.perform(sessionKey, new SessionEvent.Requesting(attribution, false)).orElse(null);
  }

  /**
   * Judges a response that is passed to a method, before the method uses it.
   *
   * @return the decision that terminated the session, or {@code null}. The response has been paid
   *     and must still be judged
   */
  public Decision.@Nullable Found judgeResponse(Object sessionKey, Attribution attribution) {
    return events.perform(sessionKey, new SessionEvent.Requesting(attribution, true)).orElse(null);
  }

  /** Records that a request is sent. Calls belong to its response, even before that is complete. */
  public void asked(Object sessionKey) {
    events.requested(sessionKey);
  }

  /**
   * Judges the calls that the last response requested and that were not dispatched, when the next
   * turn begins.
   *
   * @return the judged calls with their decisions, in the order of the response
   */
  public List<RequestedCall> judgeUndispatched(Object sessionKey) {
    List<RequestedCall> undispatched =
        sessions.in(
            sessionKey, session -> session.nextTurn().takeUndispatched(judge.state().dispatched()));
    return undispatched.isEmpty()
        ? List.of()
        : events.perform(sessionKey, new SessionEvent.Undispatched(undispatched));
  }

  /**
   * Keeps a warning that no result could carry, for the next request of its session.
   *
   * @return false if no request of the session is known to carry warnings
   */
  public boolean keepWarning(Object sessionKey, String warning) {
    return sessions.in(sessionKey, session -> session.nextTurn().keepWarning(warning));
  }

  /**
   * Removes and returns the warnings for the request that is about to be sent. From then on the
   * session is known to carry warnings in its requests.
   */
  public List<String> takeWarnings(Object sessionKey) {
    return sessions.in(sessionKey, session -> session.nextTurn().takeWarnings());
  }

  /**
   * Keeps a message from an operator for the model of a session. The next result or request carries
   * it; at most the three latest messages wait.
   */
  public void tell(Object sessionKey, String word) {
    boolean unused = events.perform(sessionKey, new SessionEvent.Told(word));
  }

  /** Returns whether operator messages may wait in any session; quick, and usually false. */
  public boolean mayHaveWords() {
    return judge.state().told().get() && !judge.state().observesOnly();
  }

  /**
   * Removes and returns the operator messages that wait in a session. Empty in mode {@code
   * observe}.
   */
  public List<String> takeWords(Object sessionKey) {
    boolean waits =
        mayHaveWords() && sessions.in(sessionKey, session -> !session.nextTurn().words().isEmpty());
    return waits ? events.perform(sessionKey, new SessionEvent.Taken()) : List.of();
  }

  /**
   * Puts back messages that could not be carried.
   *
   * @return false if no request of the session is known to carry messages
   */
  public boolean keepWords(Object sessionKey, List<String> words) {
    return sessions.in(sessionKey, session -> session.nextTurn().keepWords(words));
  }

  /** Returns the similarity of the latest turn of a session to the turns before it. */
  public RecentTurns.Similarity similarityOfLatest(Object sessionKey) {
    return sessions.in(sessionKey, session -> session.history().turns().latest());
  }
}
