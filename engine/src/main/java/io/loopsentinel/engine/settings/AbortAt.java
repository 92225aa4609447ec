package io.loopsentinel.engine.settings;

/** When the error of an abort is thrown. The refused call runs in neither case. */
public enum AbortAt {
  /**
   * At the next request to the model. The refused call is answered like a hint until then, so that
   * the conversation has an answer for each call. Thrown at the call where no guard sees requests.
   */
  NEXT_REQUEST,
  /** At the call, which leaves the conversation with a call that has no answer. */
  CALL
}
