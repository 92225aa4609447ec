package io.loopsentinel.agent.launch;

import java.util.Objects;

/** The version of this agent. */
final class AgentVersion {

  private AgentVersion() {}

  /** Returns what the jar's manifest says, "development" where there is no jar. */
  static String get() {
    return Objects.requireNonNullElse(
        AgentVersion.class.getPackage().getImplementationVersion(), "development");
  }
}
