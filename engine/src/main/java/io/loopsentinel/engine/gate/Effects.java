package io.loopsentinel.engine.gate;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.bounded.BoundedMap;
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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Claims effects for calls, and settles them. No result of another session is ever shown.
 * Thread-safe; asks the store on the calling thread, without a lock.
 */
public final class Effects {

  /** Maximum number of effects of labels and of all in one JVM. */
  private static final int MAX_EFFECTS = 100_000;

  /** Time after which a call in another JVM whose end was not seen counts as lost. */
  private static final Duration MAX_RUNNING = Duration.ofMinutes(10);

  private static final int MAX_CALLS = 10_000;
  private static final int MAX_RESULTS = 256;
  private static final int MAX_RESULT_LENGTH = 2_000;

  private final LocalEffects local;
  private final @Nullable SharedEffects shared;
  private final InstantSource clock;

  /** The claimants whose calls run here; of too many, the oldest is dropped: it may never end. */
  private final Set<String> running =
      Collections.synchronizedSet(Collections.newSetFromMap(new BoundedMap<>(MAX_CALLS)));

  private final Map<EffectKey, Result> results =
      Collections.synchronizedMap(new BoundedMap<>(MAX_RESULTS));

  private record Result(String session, String text) {}

  /** The effect of a call of a session, and the log that decides about it. */
  public record Place(Effect effect, EffectKey key, EffectLog log, String session) {}

  /** The right of one call to have an effect. */
  public static final class Claim {

    private final Place place;
    private final boolean repeats;
    private final AtomicBoolean isResumed = new AtomicBoolean();
    private volatile String claimant;

    /**
     * Creates a claim.
     *
     * @param claimant identifies the call, or the latest subscription to its result that runs
     * @param repeats whether the effect may have happened before
     */
    private Claim(Place place, String claimant, boolean repeats) {
      this.place = place;
      this.claimant = claimant;
      this.repeats = repeats;
    }

    public Place place() {
      return place;
    }
  }

  /**
   * The result of a claim: the claim or a refusal.
   *
   * @param isLost whether the effect is unknown, and no call has it any more
   */
  public record Attempt(@Nullable Claim claim, @Nullable EffectRefusal refusal, boolean isLost) {}

  /** Creates effects that did not happen. */
  public Effects(InstantSource clock) {
    this(clock, null);
  }

  private Effects(InstantSource clock, @Nullable SharedEffects shared) {
    this.clock = clock;
    this.local = new LocalEffects(MAX_EFFECTS, clock);
    this.shared = shared;
  }

  /** Returns the effects of a store; {@code onUnreadable} as in {@link SharedEffects}. */
  public Effects in(SharedStore store, Consumer<String> onUnreadable) {
    return new Effects(clock, new SharedEffects(store, onUnreadable));
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
   * @param step a claim, or a repetition that is intended
   */
  public Attempt begin(Place place, Step step) {
    String claimant = UUID.randomUUID().toString();
    running.add(claimant);
    Attempt attempt;
    try {
      EffectState state = place.log().begin(place.key(), step, claimant);
      attempt =
          state.claimant().equals(claimant)
              ? new Attempt(new Claim(place, claimant, step == Step.REPEAT), null, false)
              : refused(place, state);
    } catch (Exception e) {
      attempt = unchecked(place, e);
    }
    if (attempt.claim() == null) {
      running.remove(claimant);
    }
    return attempt;
  }

  /** Returns whether a call may have an effect, without a claim. */
  public Attempt look(Place place) {
    try {
      EffectState state = place.log().look(place.key());
      return state.phase() == Phase.FREE ? new Attempt(null, null, false) : refused(place, state);
    } catch (Exception e) {
      return unchecked(place, e);
    }
  }

  /**
   * Ends a call that has a claim.
   *
   * @param text the text of its result; {@code null} if there is none
   */
  public void end(Claim claim, Step step, @Nullable String text) {
    Place place = claim.place;
    running.remove(claim.claimant);
    results.remove(place.key());
    if (step == Step.DONE && text != null) {
      results.put(place.key(), new Result(place.session(), Printable.of(text, MAX_RESULT_LENGTH)));
    }
    try {
      Step last = step == Step.RELEASE && claim.repeats ? Step.LOSE : step;
      place.log().end(place.key(), last, claim.claimant);
    } catch (Exception e) {
      keepInterrupt(e); // The guard of the store reports it, and the log repeats it.
    }
  }

  /**
   * Claims the effect of a call again that was ended by {@link Step#RELEASE}, as it begins.
   *
   * @return {@code null} if it may run
   */
  public @Nullable EffectRefusal resume(Claim claim) {
    boolean repeats = claim.repeats && claim.isResumed.compareAndSet(false, true);
    Attempt attempt = begin(claim.place, repeats ? Step.REPEAT : Step.CLAIM);
    Claim own = attempt.claim();
    if (own != null) {
      claim.claimant = own.claimant;
    }
    return attempt.refusal();
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

  private Attempt refused(Place place, EffectState state) {
    boolean runsHere = place.log() != shared || running.contains(state.claimant());
    Kind kind =
        state.phase() == Phase.DONE
            ? Kind.DONE
            : state.phase() == Phase.EXECUTING && runsHere ? Kind.EXECUTING : Kind.UNKNOWN;
    Result result = kind == Kind.DONE ? results.get(place.key()) : null;
    String text = result != null && result.session().equals(place.session()) ? result.text() : null;
    Instant time = Instant.ofEpochMilli(state.time()).truncatedTo(ChronoUnit.SECONDS);
    return new Attempt(
        null,
        new EffectRefusal(kind, time, text, place.effect()),
        kind == Kind.UNKNOWN
            && (state.phase() == Phase.UNKNOWN
                || clock.millis() - state.time() > MAX_RUNNING.toMillis()));
  }

  private static Attempt unchecked(Place place, Exception failure) {
    keepInterrupt(failure);
    return new Attempt(
        null, new EffectRefusal(Kind.UNCHECKED, Instant.EPOCH, null, place.effect()), false);
  }

  private static void keepInterrupt(Exception failure) {
    if (failure instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
  }
}
