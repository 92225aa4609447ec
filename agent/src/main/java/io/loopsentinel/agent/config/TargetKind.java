package io.loopsentinel.agent.config;

/** What a target method does. */
public enum TargetKind {
  /** Dispatches one tool call. */
  TOOL,
  /** Asks the model once. */
  TURN,
  /** Answers one user message, with as many turns and tool calls as that takes. */
  RUN
}
