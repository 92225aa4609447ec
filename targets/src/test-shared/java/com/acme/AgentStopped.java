package com.acme;

/** Ends a run. */
public final class AgentStopped extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates the end of a run. */
  public AgentStopped(String message) {
    super(message);
  }
}
