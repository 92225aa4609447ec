package io.loopsentinel.agent.guard;

/** Where the model can read a warning. */
enum WarningPlace {
  /** In the result of the call. */
  RESULT,
  /** In the next request of its session. */
  NEXT_REQUEST,
  /** Nowhere. */
  NONE;

  static WarningPlace ofNextRequest(boolean told) {
    return told ? NEXT_REQUEST : NONE;
  }
}
