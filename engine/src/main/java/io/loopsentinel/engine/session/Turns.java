package io.loopsentinel.engine.session;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.detect.Budgets;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.detect.SimilarTurnsDetector.RecentTurns;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.response.LoopReport;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Judges the turns of all sessions, and keeps what waits for their next one.
 *
 * <p>Thread-safe. Session keys as in {@link LoopEngine}.
 */
public final class Turns {

  private final ToolPolicy defaults;
  private final SessionStore sessions;
  private final Judge judge;
  private final Budgets budgets;
  private final InstantSource clock;
  private final AtomicBoolean told;

  /**
   * A tool call that a response of the model asks for, to be told apart from those that are
   * dispatched.
   *
   * @param call the call; it does not keep its arguments
   * @param shownArguments the arguments as canonical JSON, cut to a readable length; only for the
   *     model that wrote them
   */
  public record RequestedCall(ToolCall call, String shownArguments) {

    public RequestedCall {
      call = call.withoutArguments();
    }

    /**
     * Returns what a message about a detection may say.
     *
     * @param detection of the ruling on this call
     */
    public LoopReport report(Object sessionKey, Detection detection) {
      return new LoopReport(
          call.tool(),
          call.fingerprint(),
          detection,
          false,
          call.policy(),
          () -> shownArguments,
          sessionKey.toString());
    }

    @Override
    public String toString() {
      return call.toString();
    }
  }

  /**
   * A call that the model asked for, and that no target saw dispatched.
   *
   * @param requested the call
   * @param ruling what the engine says about it
   */
  public record UndispatchedCall(RequestedCall requested, Ruling ruling) {}

  /** Creates them; {@code told} says whether anybody was told anything, so that no call looks. */
  Turns(
      ToolPolicy defaults,
      SessionStore sessions,
      Judge judge,
      Budgets budgets,
      InstantSource clock,
      AtomicBoolean told) {
    this.defaults = defaults;
    this.sessions = sessions;
    this.judge = judge;
    this.budgets = budgets;
    this.clock = clock;
    this.told = told;
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
    return inOneStep(
        sessionKey, turn.attribution(), session -> judge.judgeTurn(session, turn, words));
  }

  /** Returns what a message about a detection may say. */
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
   * Notes which calls a response asks for. Those of tools that were not dispatched when the next
   * turn begins are judged then, as calls whose result was not seen.
   */
  public void requested(Object sessionKey, List<RequestedCall> requested) {
    sessions.run(
        sessionKey,
        session ->
            requested.stream()
                .filter(call -> !call.call().policy().exempt())
                .forEach(call -> session.nextTurn().requested(call)));
  }

  /**
   * Judges a turn that is about to begin, so that one too many is not paid for.
   *
   * @param attribution whose it is
   * @return what ended the session, now or before, or the spent budget for which this request is
   *     refused: {@code abort}, or {@code observe} in that mode, where the turn may begin; {@code
   *     null} where nothing keeps it from beginning. All else is found by {@link #judge(Object,
   *     ModelTurn)}
   */
  public Ruling.@Nullable Found judgeNext(Object sessionKey, Attribution attribution) {
    return inOneStep(
        sessionKey,
        attribution,
        session -> {
          session.requested();
          return judge.judgeNextTurn(session, false);
        });
  }

  /**
   * Judges a response that a method is handed, before that method goes on with it.
   *
   * @return what ended the session, or {@code null}; the response is paid, and is to be judged all
   *     the same
   */
  public Ruling.@Nullable Found judgeResponse(Object sessionKey, Attribution attribution) {
    return inOneStep(sessionKey, attribution, session -> judge.judgeNextTurn(session, true));
  }

  private <T> T inOneStep(Object sessionKey, Attribution attribution, Function<Session, T> work) {
    return sessions.in(
        sessionKey,
        session -> {
          session.history().attribute(SessionKey.text(sessionKey), attribution, clock.instant());
          return budgets.inOneStep(() -> work.apply(session));
        });
  }

  /**
   * Judges the calls that the last response asked for and nobody dispatched; for when the next turn
   * begins.
   *
   * @return all of them, in the order in which the model asked for them
   */
  public List<UndispatchedCall> judgeUndispatched(Object sessionKey) {
    return sessions.in(
        sessionKey,
        session -> {
          List<UndispatchedCall> judged = new ArrayList<>(0);
          for (RequestedCall requested : session.nextTurn().takeUndispatched()) {
            // What ended the session was found about the call before.
            if (judge.endOf(session) == null) {
              Ruling ruling =
                  budgets.inOneStep(() -> judge.judge(session, requested.call(), clock.millis()));
              judged.add(new UndispatchedCall(requested, ruling));
            }
          }
          return judged;
        });
  }

  /**
   * Keeps a warning that no result could carry for the next request of its session.
   *
   * @return false where no request of the session carries warnings, as far as is known
   */
  public boolean keepWarning(Object sessionKey, String warning) {
    return sessions.in(sessionKey, session -> session.nextTurn().keepWarning(warning));
  }

  /**
   * Returns the warnings that wait for the request that is about to be sent; no other gets them.
   * From then on the session is one whose requests carry warnings.
   */
  public List<String> takeWarnings(Object sessionKey) {
    return sessions.in(sessionKey, session -> session.nextTurn().takeWarnings());
  }

  /**
   * Keeps a word from outside for the model of a session, which its next result or request is to
   * carry; the three latest wait.
   */
  public void tell(Object sessionKey, String word) {
    told.set(true);
    sessions.run(sessionKey, session -> session.nextTurn().tell(word));
  }

  /**
   * Returns the words from outside that wait in a session, for what is about to carry them; nothing
   * else gets them. None in mode {@code observe}.
   */
  public List<String> takeWords(Object sessionKey) {
    return told.get() && !judge.observesOnly()
        ? sessions.in(sessionKey, session -> session.nextTurn().takeWords())
        : List.of();
  }

  /**
   * Puts words back that nothing has carried.
   *
   * @return false where no request of the session carries any, as far as is known
   */
  public boolean keepWords(Object sessionKey, List<String> words) {
    return sessions.in(sessionKey, session -> session.nextTurn().keepWords(words));
  }

  /** Returns how the latest turn of a session compares with those before it. */
  public RecentTurns.Similarity similarityOfLatest(Object sessionKey) {
    return sessions.in(sessionKey, session -> session.history().turns().latest());
  }
}
