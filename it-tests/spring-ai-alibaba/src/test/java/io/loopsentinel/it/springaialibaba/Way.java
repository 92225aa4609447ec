package io.loopsentinel.it.springaialibaba;

/** The ways in which an application asks an agent. */
enum Way {
  /** It calls an agent, which keeps the conversation. */
  CALLED,
  /** It subscribes to the outputs of an agent, and where that fails, twice more. */
  STREAMED,
  /** It calls a loop of agents, whose agent this is, for one round mostly. */
  LOOP,
  /** It calls an agent, whose tool another one is. */
  AGENT_AS_TOOL
}
