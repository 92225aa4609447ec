package io.loopsentinel.engine.session;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.detect.SessionHistory;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.WordSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Something that happens in a session. Events are applied in order, under the lock of the session;
 * each decision follows from the events before.
 *
 * @param <R> the result of applying it
 */
sealed interface SessionEvent<R> {

  /** Applies this event to its session. */
  R apply(EventScope scope);

  /** An event that is judged. It may use budgets that several sessions share. */
  sealed interface Judged<R> extends SessionEvent<R> {

    /** Returns the calls that are about to run. */
    default List<ToolCall> asked() {
      return List.of();
    }

    /** Returns the labels of the call or turn. */
    default Attribution attribution() {
      return asked().isEmpty() ? Attribution.NONE : asked().get(0).attribution();
    }

    /** Returns whether a gate decides, which needs no other JVM. */
    default boolean isGated() {
      return asked().stream().anyMatch(call -> call.policy().limits().areGated());
    }

    /**
     * Returns the result if the event is not judged.
     *
     * @param number the number of the first decision
     */
    R unjudged(long number);

    /**
     * Returns the result if nothing unjudged may happen.
     *
     * @param number the number of the first decision
     */
    default R refused(long number) {
      return unjudged(number);
    }

    /**
     * Returns the event that counts later if this one was not judged. It must find nothing that the
     * model or the caller would have had to know.
     */
    default SessionEvent<?> onlyCounted() {
      return this;
    }
  }

  /** An event about which a decision is made. */
  sealed interface Decided extends Judged<Decision> {
    @Override
    default Decision unjudged(long number) {
      return new Decision.Pass(number, null);
    }
  }

  /** An event without a result. */
  sealed interface Change extends SessionEvent<Boolean> {

    /** Changes the session. */
    void change(EventScope scope);

    @Override
    default Boolean apply(EventScope scope) {
      change(scope);
      return true;
    }
  }

  /** The model calls a tool. */
  record Asked(ToolCall call) implements Decided {

    @Override
    public List<ToolCall> asked() {
      return List.of(call);
    }

    @Override
    public Decision apply(EventScope scope) {
      scope.dispatched(call.tool());
      Decision decision = scope.judge(call, scope.judge().state().number(1));
      scope.keep(0, decision.recorded());
      return decision;
    }

    @Override
    public Decision refused(long number) {
      return StoreFailure.refused(call, number);
    }

    @Override
    public SessionEvent<?> onlyCounted() {
      return new Allowed(call);
    }
  }

  /** The model calls several tools, which are dispatched together. */
  record AskedTogether(List<ToolCall> calls) implements Judged<List<Decision>> {

    @Override
    public List<ToolCall> asked() {
      return calls;
    }

    @Override
    public List<Decision> apply(EventScope scope) {
      Session session = scope.session();
      calls.forEach(call -> scope.dispatched(call.tool()));
      List<Decision> decisions = new ArrayList<>(calls.size());
      SessionHistory before = new SessionHistory(session.history());
      FoundLoops foundBefore = new FoundLoops(session.found());
      long number = scope.judge().state().number(calls.size());
      for (ToolCall call : calls) {
        Decision decision =
            call.policy().exempt() ? new Decision.Pass(number, null) : scope.judge(call, number);
        number++;
        if (decision instanceof Decision.Found found && !found.action().runsCall()) {
          calls.subList(0, decisions.size()).stream()
              .filter(earlier -> !earlier.policy().exempt())
              .forEach(earlier -> scope.judge().withdraw(session, earlier));
          if (calls.size() > 1) {
            session.restore(before);
            session.found().restore(foundBefore, found.detections());
            scope.attribute(call.attribution());
          }
          decisions.add(decision);
          return decisions;
        }
        decisions.add(decision);
      }
      for (int i = 0; i < decisions.size(); i++) {
        scope.keep(i, decisions.get(i).recorded());
      }
      return decisions;
    }

    @Override
    public List<Decision> unjudged(long number) {
      return IntStream.range(0, calls.size())
          .<Decision>mapToObj(i -> new Decision.Pass(number + i, null))
          .toList();
    }

    @Override
    public List<Decision> refused(long number) {
      List<Decision> decisions = new ArrayList<>();
      for (ToolCall call : calls) {
        if (!call.policy().exempt()) {
          decisions.add(StoreFailure.refused(call, number + decisions.size()));
          return decisions;
        }
        decisions.add(new Decision.Pass(number + decisions.size(), null));
      }
      return decisions;
    }
  }

  /** Tools that the last response requested were not dispatched before the next one. */
  record Undispatched(List<RequestedCall> calls) implements Judged<List<RequestedCall>> {

    @Override
    public List<RequestedCall> apply(EventScope scope) {
      List<RequestedCall> judged = new ArrayList<>(calls.size());
      for (RequestedCall requested : calls) {
        // The finding that terminated the session was about the call before.
        if (scope.judge().endOf(scope.session()) == null) {
          Judge judge = scope.judge();
          Decision decision =
              judge.judge(
                  scope.session(), requested.call(), false, scope.time(), judge.state().number(1));
          judged.add(requested.with(decision));
        }
      }
      return judged;
    }

    @Override
    public List<RequestedCall> unjudged(long number) {
      return List.of();
    }
  }

  /** A call that was refused may run: a person or the application has allowed it. */
  record Allowed(ToolCall call) implements Decided {

    @Override
    public Decision apply(EventScope scope) {
      Decision decision =
          scope.judge().allow(scope.session(), call, scope.time(), scope.judge().state().number(1));
      scope.keep(0, decision.recorded());
      return decision;
    }
  }

  /**
   * A call has ended.
   *
   * @param call identifies the call among those of its writer; {@code null} in a session that is
   *     not shared
   * @param recorded the call; {@code null} if another JVM has run it
   */
  record Completed(@Nullable CallId call, @Nullable RecordedCall recorded, Outcome outcome)
      implements Decided {

    @Override
    public Decision apply(EventScope scope) {
      RecordedCall ended = scope.ended(call, recorded);
      if (ended == null) {
        return new Decision.Pass(0, null);
      }
      Outcome known = recorded == null ? outcome.of(ended.toolCall().words()) : outcome;
      return scope.judge().judgeOutcome(scope.session(), ended, known, scope.time());
    }
  }

  /**
   * The model has responded.
   *
   * @param words the words of its text, if they are compared; the text of the turn is ignored
   */
  record Responded(ModelTurn turn, @Nullable WordSet words) implements Decided {

    @Override
    public Attribution attribution() {
      return turn.attribution();
    }

    @Override
    public Decision apply(EventScope scope) {
      scope.attribute(turn.attribution());
      return scope.judge().judgeTurn(scope.session(), turn, words);
    }

    @Override
    public SessionEvent<?> onlyCounted() {
      return new Responded(turn, null);
    }
  }

  /**
   * A request to the model is about to be sent, or its response to be used.
   *
   * @param isPaid whether the response has arrived, so that no budget can refuse it
   */
  record Requesting(Attribution attribution, boolean isPaid)
      implements Judged<Optional<Decision.Found>> {

    @Override
    public Optional<Decision.Found> apply(EventScope scope) {
      scope.attribute(attribution);
      if (!isPaid && !scope.isForeign()) {
        scope.session().requested();
      }
      return Optional.ofNullable(scope.judge().judgeNextTurn(scope.session(), isPaid));
    }

    @Override
    public Optional<Decision.Found> unjudged(long number) {
      return Optional.empty();
    }
  }

  /** A request is sent. Calls belong to its response, even before that is complete. */
  record Sent() implements Change {

    @Override
    public void change(EventScope scope) {
      scope.session().history().requested();
    }
  }

  /** The labels of a session are known before its first call or turn. */
  record Attributed(Attribution attribution) implements Change {

    @Override
    public void change(EventScope scope) {
      scope.session().history().attribute(attribution);
    }
  }

  /**
   * A session is terminated.
   *
   * @param found the reason; {@code null} if another JVM knows it
   */
  record Ended(Decision.@Nullable Found found) implements Change {

    @Override
    public void change(EventScope scope) {
      FoundLoops loops = scope.session().found();
      Decision.Found latest = loops.latest() == null ? OperatorEnd.earlier() : loops.latest();
      loops.terminate(found == null ? latest : found);
    }
  }

  /** An operator ends the session. */
  record Stopped() implements Change {

    @Override
    public void change(EventScope scope) {
      scope.session().found().terminate(OperatorEnd.decision(scope.judge().state().number(1)));
    }
  }

  /** A session that was terminated may continue. */
  record Reopened() implements Change {

    @Override
    public void change(EventScope scope) {
      scope.session().found().reopen();
    }
  }

  /** A session begins again without its history. Its result is whether it had been terminated. */
  record Restarted() implements SessionEvent<Boolean> {

    @Override
    public Boolean apply(EventScope scope) {
      boolean wasTerminated = scope.session().state().isTerminated();
      scope.session().restart();
      return wasTerminated;
    }
  }

  /** An operator has a message for the model. */
  record Told(String message) implements Change {

    @Override
    public void change(EventScope scope) {
      scope.judge().state().told().set(true);
      scope.session().nextTurn().tell(message);
    }
  }

  /**
   * The lasting part of the session, for JVMs that read the log from the middle.
   *
   * @param place the place in the log that it belongs to
   * @param first the lasting part at the beginning of the block
   */
  @SuppressWarnings("ArrayRecordComponent") // Events are not compared.
  record Carried(long place, byte[] first, byte[] lasting) implements Change {

    @Override
    public void change(EventScope scope) {
      // Read ahead, at the place.
    }
  }

  /** The messages of operators were taken, to be sent to the model. */
  record Taken() implements SessionEvent<List<String>> {

    @Override
    public List<String> apply(EventScope scope) {
      return scope.session().nextTurn().takeWords();
    }
  }
}
