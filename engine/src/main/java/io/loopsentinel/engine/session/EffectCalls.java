package io.loopsentinel.engine.session;

import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.gate.EffectKey;
import io.loopsentinel.engine.gate.EffectLog;
import io.loopsentinel.engine.gate.EffectRefusal;
import io.loopsentinel.engine.gate.EffectState.Step;
import io.loopsentinel.engine.gate.Effects;
import io.loopsentinel.engine.gate.Effects.Attempt;
import io.loopsentinel.engine.gate.Effects.Claim;
import io.loopsentinel.engine.gate.Effects.Place;
import io.loopsentinel.engine.identity.CallIdentity;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.session.view.SessionKey;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.Effect;
import io.loopsentinel.engine.settings.Gate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Judges the calls of tools whose effect happens once: a call claims its effect, is judged as any
 * other, and settles the effect with its outcome. Thread-safe.
 */
record EffectCalls(
    Effects effects,
    CachedSessions sessions,
    SessionEvents events,
    Judge judge,
    EngineState state,
    Duration idleTimeout) {

  private static final Duration UNTIL_END_OF_SESSION = Duration.ofMillis(Long.MAX_VALUE);

  /**
   * The result of a call's claim.
   *
   * @param claim {@code null} if there is none
   * @param refused the refusal; {@code null} if the effect may happen
   */
  private record Tried(@Nullable Claim claim, Decision.@Nullable Found refused) {

    static final Tried NOTHING = new Tried(null, null);

    boolean stops() {
      return refused != null && !refused.action().runsCall();
    }
  }

  static boolean has(ToolCall call) {
    return call.policy().limits().effect() != null && !call.policy().exempt();
  }

  /** As {@link LoopEngine#judge}. */
  Decision judge(Object sessionKey, ToolCall call) {
    Tried tried = tryToClaim(sessionKey, call);
    return tried.stops()
        ? Objects.requireNonNull(tried.refused())
        : placed(perform(sessionKey, new SessionEvent.Asked(call), List.of(tried)), tried);
  }

  /** As {@link LoopEngine#judgeBatch}. */
  List<Decision> judgeBatch(Object sessionKey, List<ToolCall> batch) {
    List<Tried> claims = new ArrayList<>();
    for (ToolCall call : batch) {
      Tried tried = has(call) ? tryToClaim(sessionKey, call) : Tried.NOTHING;
      claims.add(tried);
      if (tried.stops()) {
        return stopped(claims);
      }
    }
    List<Decision> decisions =
        new ArrayList<>(perform(sessionKey, new SessionEvent.AskedTogether(batch), claims));
    boolean run = runs(decisions.get(decisions.size() - 1));
    for (int i = 0; i < claims.size(); i++) {
      if (run) {
        decisions.set(i, placed(decisions.get(i), claims.get(i)));
      } else {
        end(claims.get(i).claim(), Step.RELEASE, null);
      }
    }
    return decisions;
  }

  /** As {@link LoopEngine#allow}. A repetition is intended, even if the store fails. */
  Decision allow(Object sessionKey, ToolCall call) {
    Decision decision = events.perform(sessionKey, new SessionEvent.Allowed(call));
    RecordedCall recorded = decision.recorded();
    if (recorded == null || !has(call)) {
      return decision;
    }
    Claim claim = effects.begin(place(sessionKey, call), Step.REPEAT).claim();
    return claim == null ? decision : with(decision, recorded.with(claim));
  }

  /**
   * Records a call that a person has approved. If it was the first of its effect, it is refused if
   * another call has claimed the effect in the meantime.
   */
  Decision approve(Object sessionKey, ToolCall call, Decision.Found asked) {
    String detector = asked.decisive().finding().detector();
    if (!has(call) || state.observesOnly() || detector.equals(EffectRefusal.NAME)) {
      return allow(sessionKey, call);
    }
    Place place = place(sessionKey, call);
    Attempt attempt = effects.begin(place, Step.CLAIM);
    EffectRefusal refusal = attempt.refusal();
    Tried tried = new Tried(attempt.claim(), null);
    return refusal == null
        ? placed(perform(sessionKey, new SessionEvent.Allowed(call), List.of(tried)), tried)
        : refuse(sessionKey, call, place, refusal).with(Action.HINT, null);
  }

  /**
   * Settles the effect of a call that has ended.
   *
   * @param outcome {@code null} if it was not seen
   * @param text the text of its result; {@code null} if there is none
   */
  void complete(RecordedCall recorded, @Nullable Outcome outcome, @Nullable String text) {
    boolean succeeded = outcome != null && !outcome.failed();
    end(recorded.claim(), succeeded ? Step.DONE : Step.LOSE, text);
  }

  /** Gives up the claim of a call that has not begun. */
  void release(RecordedCall recorded) {
    end(recorded.claim(), Step.RELEASE, null);
  }

  /** Claims the effect of a postponed call again as it begins; returns the refusal, if any. */
  Decision.@Nullable Found begin(Object sessionKey, RecordedCall recorded) {
    Claim claim = recorded.claim();
    EffectRefusal refusal = claim == null ? null : effects.resume(claim);
    return claim == null || refusal == null
        ? null
        : refuse(sessionKey, recorded.toolCall(), claim.place(), refusal);
  }

  /** Forgets the effects of a session in all JVMs. Those of this JVM end with the session. */
  void restart(Object sessionKey) {
    if (SessionEvents.isShared(sessionKey)) {
      effects.restart(SessionKey.text(sessionKey), idleTimeout);
    }
  }

  private Tried tryToClaim(Object sessionKey, ToolCall call) {
    Gate gate = call.policy().limits().before();
    if (gate != null && !gate.asks()) {
      return Tried.NOTHING;
    }
    Place place = place(sessionKey, call);
    // A call that a person approves claims its effect then.
    boolean asks = gate != null && !state.observesOnly();
    Attempt attempt = asks ? effects.look(place) : effects.begin(place, Step.CLAIM);
    if (!asks
        && attempt.isLost()
        && sessions.in(
            sessionKey, each -> each.effects(state.clock()).takeVerified(place.key().id()))) {
      attempt = effects.begin(place, Step.REPEAT);
    }
    EffectRefusal refusal = attempt.refusal();
    return refusal == null
        ? new Tried(attempt.claim(), null)
        : new Tried(null, refuse(sessionKey, call, place, refusal));
  }

  private Decision.Found refuse(
      Object sessionKey, ToolCall call, Place place, EffectRefusal refusal) {
    String verifyWith = place.effect().verifyWith();
    return sessions.in(
        sessionKey,
        session -> {
          if (verifyWith != null && refusal.kind() == EffectRefusal.Kind.UNKNOWN) {
            session.effects(state.clock()).told(place.key().id(), verifyWith);
          }
          session.dispatched(call.tool(), state.dispatched());
          session.history().attribute(place.session(), call.attribution(), state.clock().millis());
          Decision.Found refused =
              judge.refuse(session, call, place.key(), refusal, state.clock().millis());
          if (!refused.action().runsCall()) {
            session.countCall(); // A call that runs is counted when it is recorded.
          }
          return refused;
        });
  }

  private Place place(Object sessionKey, ToolCall call) {
    Effect effect = Objects.requireNonNull(call.policy().limits().effect());
    String session = SessionKey.text(sessionKey);
    String label =
        effect.per().equals(Budget.SESSION) || effect.per().equals(Budget.GLOBAL)
            ? null
            : label(sessionKey, call, effect.per());
    boolean isOfSession = label == null && !effect.per().equals(Budget.GLOBAL);
    boolean isShared = effects.areShared() && SessionEvents.isShared(sessionKey);
    EffectLog log =
        isOfSession && !isShared
            ? sessions.in(sessionKey, each -> each.effects(state.clock()).log())
            : effects.log();
    String scope =
        isOfSession ? session : label == null ? effect.per() : effect.per() + '\n' + label;
    Duration keep = isOfSession && !isShared ? UNTIL_END_OF_SESSION : effect.keep();
    if (isOfSession && keep.compareTo(idleTimeout) < 0) {
      keep = idleTimeout; // A session in use must not outlive its effects in the store.
    }
    return new Place(
        effect, new EffectKey(scope, isOfSession, id(call, effect), keep), log, session);
  }

  private @Nullable String label(Object sessionKey, ToolCall call, String name) {
    String ofCall = call.attribution().labels().get(name);
    return ofCall != null
        ? ofCall
        : sessions.in(sessionKey, each -> each.history().attribution().labels().get(name));
  }

  /** Returns the id of an effect: the call's fingerprint if it has none of the named arguments. */
  private Fingerprint id(ToolCall call, Effect effect) {
    if (effect.arguments().equals(IdentityRule.ALL_ARGUMENTS)) {
      return call.fingerprint();
    }
    CallIdentity named =
        state.fingerprinter().identify(call.tool(), call.arguments(), effect.arguments());
    return named.namedPaths().isEmpty() ? call.fingerprint() : named.fingerprint();
  }

  /** Applies an event. If that fails, its calls run unguarded, so their effects are unknown. */
  private <R> R perform(Object sessionKey, SessionEvent<R> event, List<Tried> claims) {
    try {
      return events.perform(sessionKey, event);
    } catch (RuntimeException | Error e) {
      claims.forEach(each -> end(each.claim(), Step.LOSE, null));
      throw e;
    }
  }

  private List<Decision> stopped(List<Tried> claims) {
    List<Decision> decisions = new ArrayList<>();
    for (Tried each : claims) {
      end(each.claim(), Step.RELEASE, null);
      decisions.add(
          each.stops()
              ? Objects.requireNonNull(each.refused())
              : new Decision.Pass(state.number(1), null));
    }
    return decisions;
  }

  /** Attaches the claim to a call that runs; ends the claim of any other call. */
  private Decision placed(Decision decision, Tried tried) {
    Decision all = observed(decision, tried.refused());
    Claim claim = tried.claim();
    RecordedCall recorded = all.recorded();
    if (claim == null || !runs(all) || recorded == null) {
      end(claim, runs(all) ? Step.LOSE : Step.RELEASE, null);
      return all;
    }
    return with(all, recorded.with(claim));
  }

  private void end(@Nullable Claim claim, Step step, @Nullable String text) {
    if (claim != null) {
      effects.end(claim, step, text);
    }
  }

  /** Adds findings about an effect that are only reported to the decision, if the call runs. */
  private static Decision observed(Decision decision, Decision.@Nullable Found refused) {
    if (refused == null || !runs(decision)) { // The mode may have been switched in between.
      return decision;
    }
    List<Detection> detections = new ArrayList<>(refused.detections());
    Decision.Found found = decision.found();
    if (found != null) {
      detections.addAll(found.detections());
    }
    boolean escalates = refused.escalates() || (found != null && found.escalates());
    return new Decision.Found(
        decision.sequence(), detections, Action.OBSERVE, decision.recorded(), false, escalates, 0);
  }

  private static boolean runs(Decision decision) {
    return !(decision instanceof Decision.Found found) || found.action().runsCall();
  }

  private static Decision with(Decision decision, RecordedCall recorded) {
    return decision instanceof Decision.Found found
        ? found.with(found.action(), recorded)
        : new Decision.Pass(decision.sequence(), recorded);
  }
}
