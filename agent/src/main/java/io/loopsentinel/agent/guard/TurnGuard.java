package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.config.Action;
import io.loopsentinel.agent.config.ToolPolicy;
import io.loopsentinel.agent.detect.Finding;
import io.loopsentinel.agent.response.LoopReport;
import io.loopsentinel.agent.response.Messages;
import io.loopsentinel.agent.session.Engine;
import io.loopsentinel.agent.session.Ruling;
import io.loopsentinel.agent.session.Sighting;
import io.loopsentinel.agent.session.TurnStart;
import io.loopsentinel.agent.text.Printable;
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
  private final Engine engine;
  private final FindingLog findings;

  TurnGuard(Shared shared, GuardedMethod method, TurnReadings readings, FailureBreaker breaker) {
    super(shared.threads(), breaker);
    this.method = method;
    this.readings = readings;
    this.knownAtEntry = readings.areKnownAtEntry();
    this.shared = shared;
    this.engine = shared.engine();
    this.findings = shared.findings();
  }

  @Override
  @Nullable Object enter(ThreadFrames frames, @Nullable Object self, Object[] arguments)
      throws Throwable {
    CallEnvironment environment = new CallEnvironment(method, frames, self, arguments);
    Object key = readings.session().read(environment, frames);
    environment.tellSession(key);
    Injection injection = readings.injection();
    TurnStart start = engine.beforeTurn(key, injection != null);
    Ruling.Found ended = start.ended();
    if (ended != null) {
      // What ended a session was told when it did.
      if (!ended.afterEnd()) {
        findings.ofTurn(ended, key, false);
      }
      return readings.refusal().of(environment, report(ended.decisive(), key), true);
    }
    UndispatchedCalls.Stop stop = UndispatchedCalls.act(shared, key, start.undispatched());
    if (stop != null) {
      return readings.refusal().of(environment, stop.report(), stop.terminated());
    }
    if (injection != null) {
      injection.apply(shared, environment, arguments, key);
      if (readings.areOfRequestOnly()) {
        return null;
      }
    }
    if (knownAtEntry) {
      judge(environment, key);
      // A method that is handed a response does what follows from it, so what it calls belongs to
      // the response's session: it may be on a thread of a client, which knows of no run.
      return beginRun(frames, key);
    }
    return end(frames, environment, key);
  }

  private CallUnderWay end(ThreadFrames frames, CallEnvironment environment, Object key) {
    return new CallUnderWay() {
      @Override
      public @Nullable Object apply(@Nullable Object returned, @Nullable Throwable thrown) {
        return guarded(frames, returned, () -> judge(environment, key, returned, thrown));
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
        return guarded(value, () -> judge(environment, key, value, error));
      }
    };
  }

  private @Nullable Object judge(
      CallEnvironment environment,
      Object key,
      @Nullable Object returned,
      @Nullable Throwable thrown)
      throws Throwable {
    if (thrown == null) {
      environment.tellOutcome(returned, null);
      judge(environment, key);
    }
    return returned;
  }

  private void judge(CallEnvironment environment, Object key) throws Throwable {
    Ruling.Found found = engine.turn(key, readings.read(environment));
    if (found != null && !found.afterEnd()) {
      boolean told =
          found.action() == Action.WARN
              && engine.keepWarning(key, Messages.warning(report(found.decisive(), key)));
      findings.ofTurn(found, key, told);
    }
    RequestedCalls requested = readings.requested();
    // A thread has no beginning and no end: what it asks of a model need not be one conversation.
    if (requested != null && !(key instanceof ThreadKey)) {
      engine.requested(key, requested.read(shared, environment));
    }
  }

  private static LoopReport report(Sighting ended, Object key) {
    Finding finding = ended.finding();
    return new LoopReport(
        finding.tools(),
        finding.loop().subject(),
        finding,
        ended.occurrence(),
        ended.next(),
        ToolPolicy.DEFAULT,
        "",
        Printable.of(key.toString(), Printable.NAME));
  }
}
