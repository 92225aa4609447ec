package io.loopsentinel.engine.settings;

/** The time at which the error of an abort is thrown. The refused call never runs. */
public enum AbortAt {
  /**
   * At the next request to the model. Until then the refused call is answered with a hint, so that
   * each call of the conversation has an answer. Thrown at the call if no guard sees requests.
   */
  NEXT_REQUEST,
  /** At the call. The conversation keeps a call without an answer. */
  CALL
}
