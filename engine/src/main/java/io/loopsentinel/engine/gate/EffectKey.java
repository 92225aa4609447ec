package io.loopsentinel.engine.gate;

import io.loopsentinel.engine.identity.Fingerprint;
import java.time.Duration;

/**
 * Identifies an effect.
 *
 * @param scope the session, the label with its value, or all
 * @param isOfSession whether the scope is a session, whose effects are forgotten together
 * @param id the tool and the arguments that name the effect
 * @param keep the time after which it is forgotten
 */
public record EffectKey(String scope, boolean isOfSession, Fingerprint id, Duration keep) {

  private static final String PREFIX = "effects\n";

  /** Returns the name of the log of the effects of a session. */
  static String logOfSession(String session) {
    return PREFIX + "session\n" + session;
  }

  /** Returns the name of the log in which the effect is shared. */
  String log() {
    return isOfSession ? logOfSession(scope) : PREFIX + Fingerprint.of(name()).toHex();
  }

  /** Returns the name of the effect among those of a JVM. */
  String name() {
    return scope + '\n' + id;
  }

  /** Returns whether a log of a store has effects, and not the events of a session. */
  public static boolean isLog(String name) {
    return name.startsWith(PREFIX);
  }
}
