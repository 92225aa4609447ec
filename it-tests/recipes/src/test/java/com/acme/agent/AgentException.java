package com.acme.agent;

/** Ends the run of an agent. */
public final class AgentException extends RuntimeException {

  public AgentException(String message) {
    super(message);
  }
}
