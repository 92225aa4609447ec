package com.acme.agent;

/** Ends the run of an agent. */
public final class AgentException extends RuntimeException {

  /** Creates an exception. */
  public AgentException(String message) {
    super(message);
  }
}
