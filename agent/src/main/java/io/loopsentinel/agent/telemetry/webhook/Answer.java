package io.loopsentinel.agent.telemetry.webhook;

import org.jspecify.annotations.Nullable;

/** What became of a request. */
sealed interface Answer {

  /** The receiver took the message. */
  record Taken() implements Answer {}

  /** The receiver does not take it, and will not. */
  record Refused(int status) implements Answer {}

  /**
   * The receiver may take it later.
   *
   * @param status what it answered; 0 if it gave no answer
   * @param pause the nanoseconds for which it asked to be left alone; 0 if it did not
   * @param failure why there was no answer; absent: there was one, or the time was over
   */
  record Later(int status, long pause, @Nullable Throwable failure) implements Answer {}
}
