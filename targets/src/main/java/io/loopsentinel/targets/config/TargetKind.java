package io.loopsentinel.targets.config;

/** The task of a target method. */
public enum TargetKind {
  /** Dispatches one tool call. */
  TOOL,
  /** Makes one request to the model. */
  TURN,
  /** Answers one user message, with any number of turns and tool calls. */
  RUN
}
