package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.telemetry.event.CheckRecorder;
import io.loopsentinel.engine.detect.Finding;
import io.loopsentinel.engine.detect.WordSet;
import io.loopsentinel.engine.response.LoopReport;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.session.Detection;
import io.loopsentinel.engine.session.ModelTurn;
import io.loopsentinel.engine.session.Ruling;
import io.loopsentinel.engine.session.Turns;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.engine.text.Printable;
import org.jspecify.annotations.Nullable;

/**
 * Guards a method that asks the model once: tells the engine what the model said and asked for,
 * adds the warnings that wait to the request, and lets nothing pass in a session that was ended.
 */
final class TurnGuard extends MethodGuard {

  private final GuardedMethod method;
  private final TurnReadings readings;
  private final boolean knownAtEntry;
  private final Shared shared;
  private final Turns turns;

  TurnGuard(Shared shared, GuardedMethod method, TurnReadings readings, CallFilter filter) {
    super(shared, filter);
    this.method = method;
    this.readings = readings;
    this.knownAtEntry = readings.areKnownAtEntry();
    this.shared = shared;
    this.turns = shared.engine().turns();
  }

  /**
   * A turn under way.
   *
   * @param isOfConversation whether the calls that it asks for are the agent's
   */
  private record Turn(CallEnvironment environment, Object session, boolean isOfConversation) {}

  @Override
  @Nullable Object enter(ThreadFrames frames, @Nullable Object self, Object[] arguments)
      throws Throwable {
    CallEnvironment environment = new CallEnvironment(method, frames, self, arguments);
    Object key = readings.session().read(environment);
    environment.tellSession(key);
    Ruling.Found ended = turns.judgeNext(key);
    if (ended != null) {
      shared.reports().ofTurn(ended, environment.subject(key, null, null), false);
      shared.traces().refused(environment.subject(key, null, null), ended);
      return readings.refusal().of(environment, report(ended.decisive(), key), true);
    }
    // A tool that asks a model for itself: neither the next turn of the agent nor its request.
    boolean isOfTool = frames.call != null && frames.call.session().equals(key);
    if (!isOfTool) {
      UndispatchedCalls.Stop stop = UndispatchedCalls.act(shared, environment, key);
      if (stop != null) {
        return readings.refusal().of(environment, stop.report(), stop.terminated());
      }
      if (readings.injection() != null) {
        readings.injection().apply(shared, environment, arguments, key);
      }
    }
    if (readings.areOfRequestOnly()) {
      return null;
    }
    // A thread has no beginning and no end: what it asks of a model need not be one conversation.
    Turn turn = new Turn(environment, key, !isOfTool && !(key instanceof ThreadKey));
    if (knownAtEntry) {
      judge(turn);
      // A method that is handed a response does what follows from it, so what it calls belongs to
      // the response's session: it may be on a thread of a client, which knows of no run.
      return beginRun(frames, key);
    }
    return end(frames, turn);
  }

  private PendingCall end(ThreadFrames frames, Turn turn) {
    return new PendingCall() {
      @Override
      public @Nullable Object apply(@Nullable Object returned, @Nullable Throwable thrown) {
        return guarded(frames, returned, () -> judge(turn, returned, thrown));
      }

      @Override
      public boolean awaitsOutcome() {
        return true;
      }

      @Override
      public void resume(ThreadFrames onThread) {}

      @Override
      public @Nullable Object finish(
          @Nullable Object value, @Nullable Throwable error, boolean replaceable) {
        return guarded(value, () -> judge(turn, value, error));
      }
    };
  }

  private @Nullable Object judge(Turn turn, @Nullable Object returned, @Nullable Throwable thrown)
      throws Throwable {
    if (thrown == null) {
      turn.environment().tellOutcome(returned, null);
      judge(turn);
    }
    return returned;
  }

  private void judge(Turn turn) throws Throwable {
    Object key = turn.session();
    CheckRecorder.Check check = shared.checks().begin();
    ModelTurn read = readings.read(turn.environment());
    shared.reports().turned(read);
    WordSet words = turns.words(read);
    Ruling.Found found = shared.traces().judge(turns, turn.environment(), key, read, words);
    Shared.end(check, method, key, null, found);
    shared
        .traces()
        .turn(
            turn.environment().subject(key, null, null),
            turn.environment().order(),
            read,
            words,
            found);
    if (found != null && !found.afterEnd()) {
      boolean told =
          found.action() == Action.WARN
              && turns.keepWarning(key, Messages.warning(report(found.decisive(), key)));
      shared.reports().ofTurn(found, turn.environment().subject(key, null, null), told);
    }
    if (turn.isOfConversation() && readings.requested() != null) {
      turns.requested(key, readings.requested().read(shared, turn.environment()));
    }
  }

  private static LoopReport report(Detection ended, Object key) {
    Finding finding = ended.finding();
    return new LoopReport(
        finding.tools(),
        finding.loop().subject(),
        finding,
        ended.occurrence(),
        ended.next(),
        true,
        ToolPolicy.DEFAULT,
        () -> "",
        Printable.of(key.toString(), Printable.NAME));
  }
}
