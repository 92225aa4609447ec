package io.loopsentinel.it.agentscope;

/** The form of an answer. Public, for AgentScope fills it by reflection. */
public final class Finding {

  /** The text of the answer. */
  public String text = "";
}
