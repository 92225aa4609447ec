package io.loopsentinel.engine.gate;

/**
 * The known state of an effect. Immutable.
 *
 * @param time the time when it was done, or its call began, in milliseconds since the epoch
 * @param claimant identifies the latest call that was let run
 */
public record EffectState(Phase phase, long time, String claimant) {

  /** The state of an effect that did not happen. */
  static final EffectState FREE = new EffectState(Phase.FREE, 0, "");

  public enum Phase {
    FREE,
    EXECUTING,
    DONE,
    /** Its call has ended, and may or may not have acted. */
    UNKNOWN
  }

  /** A step that changes the state of an effect. */
  public enum Step {
    /** A call is to run, unless another one had the effect before. */
    CLAIM('c'),
    /** A call is to run in any case, because a repetition is intended. */
    REPEAT('r'),
    /** The call did not run. */
    RELEASE('f'),
    /** The call had its effect. */
    DONE('d'),
    /** The call has failed, or its outcome was not seen. */
    LOSE('l');

    private final byte code;

    Step(char code) {
      this.code = (byte) code;
    }

    /** Returns the form in which JVMs share it, also those of other versions. */
    byte code() {
      return code;
    }
  }

  /**
   * Returns the state after a step.
   *
   * @param by identifies the call
   */
  EffectState after(Step step, String by, long now) {
    boolean isOwn = phase == Phase.EXECUTING && claimant.equals(by);
    return switch (step) {
      case CLAIM -> phase == Phase.FREE ? new EffectState(Phase.EXECUTING, now, by) : this;
      case REPEAT -> new EffectState(Phase.EXECUTING, now, by);
      case RELEASE -> isOwn ? FREE : this;
      // A call that was given up may still succeed.
      case DONE -> claimant.equals(by) ? new EffectState(Phase.DONE, now, by) : this;
      case LOSE -> isOwn ? new EffectState(Phase.UNKNOWN, time, by) : this;
    };
  }
}
