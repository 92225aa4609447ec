package io.loopsentinel.engine.gate;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.detect.BoundedMap;
import io.loopsentinel.engine.gate.EffectRefusal.Kind;
import io.loopsentinel.engine.gate.EffectState.Phase;
import io.loopsentinel.engine.gate.EffectState.Step;
import io.loopsentinel.engine.settings.Effect;
import io.loopsentinel.engine.text.Printable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Claims effects for calls, and settles them. No result of another session is ever shown.
 * Thread-safe; asks the store on the calling thread, without a lock.
 */
public final class Effects {

  /** Maximum number of effects of labels and of all in one JVM. */
  private static final int MAX_EFFECTS = 100_000;

  private static final int MAX_RESULTS = 256;
  private static final int MAX_RESULT_LENGTH = 2_000;

  private final LocalEffects local;
  private final @Nullable SharedEffects shared;
  private final InstantSource clock;

  /** The claimants whose calls run in this JVM. */
  private final Set<String> running = ConcurrentHashMap.newKeySet();

  private final Map<EffectKey, Result> results =
      Collections.synchronizedMap(new BoundedMap<>(MAX_RESULTS));

  private record Result(String session, String text) {}

  /**
   * What came of a claim: one of both.
   *
   * @param since how long another call has had the effect; 0 if unknown
   */
  public record Attempt(@Nullable Claim claim, @Nullable EffectRefusal refusal, Duration since) {}

  /** Creates effects that did not happen, except for those in a store, if there is one. */
  public Effects(InstantSource clock, @Nullable SharedStore store) {
    this.clock = clock;
    this.local = new LocalEffects(MAX_EFFECTS, clock);
    this.shared = store == null ? null : new SharedEffects(store);
  }

  /** Returns these effects in a store. */
  public Effects in(SharedStore store) {
    return new Effects(clock, store);
  }

  /** Returns the log of effects that are not those of a session of this JVM alone. */
  public EffectLog log() {
    return shared == null ? local : shared;
  }

  /** Returns whether several JVMs share the effects. */
  public boolean areShared() {
    return shared != null;
  }

  /**
   * Claims an effect for a call.
   *
   * @param step a claim, or a repetition that is meant
   * @param session the session of the call
   */
  public Attempt begin(Effect effect, EffectKey key, EffectLog log, Step step, String session) {
    String claimant = UUID.randomUUID().toString();
    running.add(claimant);
    try {
      EffectState state = log.begin(key, step, claimant);
      if (state.claimant().equals(claimant)) {
        return new Attempt(
            new Claim(key, log, claimant, session, step == Step.REPEAT), null, Duration.ZERO);
      }
      running.remove(claimant);
      return refused(effect, key, state, log, session);
    } catch (Exception e) {
      running.remove(claimant);
      return unchecked(effect, e);
    }
  }

  /** Returns whether a call may have an effect, without a claim. */
  public Attempt look(Effect effect, EffectKey key, EffectLog log, String session) {
    try {
      EffectState state = log.look(key);
      return state.phase() == Phase.FREE
          ? new Attempt(null, null, Duration.ZERO)
          : refused(effect, key, state, log, session);
    } catch (Exception e) {
      return unchecked(effect, e);
    }
  }

  /**
   * Ends a call that has a claim.
   *
   * @param text the text of its result; {@code null} if there is none
   */
  public void end(Claim claim, Step step, @Nullable String text) {
    running.remove(claim.claimant());
    results.remove(claim.key());
    if (step == Step.DONE && text != null) {
      results.put(claim.key(), new Result(claim.session(), Printable.of(text, MAX_RESULT_LENGTH)));
    }
    try {
      Step last = step == Step.RELEASE && claim.repeats() ? Step.LOSE : step;
      claim.log().end(claim.key(), last, claim.claimant());
    } catch (Exception e) {
      keepInterrupt(e); // The guard of the store reports it, and the log repeats it.
    }
  }

  /** Forgets the shared effects of a session. */
  public void restart(String session, Duration expiry) {
    if (shared != null) {
      try {
        shared.restart(session, expiry);
      } catch (Exception e) {
        keepInterrupt(e);
      }
    }
  }

  private Attempt refused(
      Effect effect, EffectKey key, EffectState state, EffectLog log, String session) {
    boolean runsHere = log != shared || running.contains(state.claimant());
    Kind kind =
        state.phase() == Phase.DONE
            ? Kind.DONE
            : state.phase() == Phase.EXECUTING && runsHere ? Kind.EXECUTING : Kind.UNKNOWN;
    Result result = kind == Kind.DONE ? results.get(key) : null;
    String text = result != null && result.session().equals(session) ? result.text() : null;
    Instant time = Instant.ofEpochMilli(state.time());
    Duration since =
        state.phase() == Phase.UNKNOWN
            ? ChronoUnit.FOREVER.getDuration()
            : Duration.between(time, clock.instant());
    Instant shown = time.truncatedTo(ChronoUnit.SECONDS);
    return new Attempt(null, new EffectRefusal(kind, shown, text, effect), since);
  }

  private static Attempt unchecked(Effect effect, Exception failure) {
    keepInterrupt(failure);
    EffectRefusal refusal = new EffectRefusal(Kind.UNCHECKED, Instant.EPOCH, null, effect);
    return new Attempt(null, refusal, Duration.ZERO);
  }

  private static void keepInterrupt(Exception failure) {
    if (failure instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
  }
}
